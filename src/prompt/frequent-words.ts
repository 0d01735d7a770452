/** Words that plans use often and that are one token each, with and without a capital or a blank before them. */
export const FREQUENT_WORDS: ReadonlySet<string> = new Set(
  `
  action actions active activity against already always analysis answer answers anything approval architecture
  assert assignment async attributes authentication available back backend background base based batch because
  behavior benchmark between branch browser budget build builder button call called calls cancel cannot capture
  categories category characters checkout checks classification clean cleanup command commands comment comments
  commit compare completion component components conditional config configuration confirmation connect connected
  connection connections contains continue convert create created creates creation critical current currently
  cursor custom dashboard data database decision default defaults define definition definitions dependencies
  dependency describe description design developer development diff difference different directory docs document
  documentation documents does driver drivers duration each else endpoint engine ensure environment errors
  estimated event events every everything example examples exception execute execution executor existing exists
  exit expect expected explicit export extension external factory fail failed failure false feature
  features feedback field fields file files final first following forecast format foundation full function
  functions generation github given global goal handle handler handles handling helper helpers history human
  implementation import include included includes indicator initial initialize inline input inside install
  installation installed instead instructions integration interactive interface interfaces internal invalid issue
  issues journal json keep length level levels limit limits loading location logger logging logic loop machine
  manual markdown matches medium memory merge message messages metadata methods metrics migration minimal missing
  mock mode model models modified modify module more multiple must needed needs network never nothing number
  object once only operations option optional options order original others otherwise output outside overview
  package parallel parameter parse partial pass passed path paths pattern patterns pending people person pipeline
  placeholder plans platform pointer policy production profile profiles project provide provider providers purpose
  python quality question read real reason received record reference references registry reject remove removed
  repo report reports repository request requests require required requirements requires resolution response
  responses result results resume return returns review reviews revision routing runner running runs same scenario
  schedule schema scope screen script scripts section sections security selection self server service session
  sessions setting settings setup severity shows since single skill skills skip small something source specific
  standard start started status still strategy stream structure success suite summary support system task tasks
  terminal testing their this thread time timeout times timestamp title tokens tool tools tracking trigger type
  types unknown unless update updated updates usage users using valid validate validation validator value values
  variable variables verification verify version visible waiting warning whatever which while with within without
  words work workflow working works workspace write writes written wrong your
`
    .trim()
    .split(/\s+/),
);
