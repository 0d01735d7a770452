/** The ladder in a page; docs/recovery.md has all of it. */
export const recoveryText =
  (): string => `An attempt that fails is not the end of its phase. Rules decide what is done
about it, never an agent, and each decision is kept with its reason.

The ladder (the first that applies and is not used up):
  quota           the run waits until the agent may be asked again
  infrastructure  network, login, a crash: tried again after a growing wait;
                  neither of these spends an attempt
  retry           checks or review failed: another attempt, which is told why
  doctor          it failed again: an agent says what the matter is
  replan          the approach is wrong: the phase is described anew, with the
                  same aim
  stuck           all of that is used up: stronger models, a smaller scope that
                  you are asked about, or the phase has failed
  a person        only you can help: the phase waits, and the others go on

What happened:
  phasewright why RUN PHASE       what was tried, by which rule, and why
  phasewright logs RUN PHASE      what its agents did and said
  phasewright diff RUN PHASE      what the last attempt changed

What you can do:
  phasewright retry RUN PHASE --message TEXT
                                  a new allowance; the next developer is told
                                  the text
  phasewright edit RUN PHASE      change what the phase is
  phasewright skip RUN PHASE      leave it out; what depends on it may start
  phasewright approve RUN PHASE   accept a smaller scope that is proposed
  phasewright reject RUN PHASE --message TEXT
                                  refuse it: the phase has failed
  phasewright cancel RUN          end the run for good
  phasewright resume RUN          go on where no process drives the run

Nothing is lost:
  Ctrl-C, a crash or a restart of the machine cost nothing but time: resume
  repeats what was cut off, and spends no attempt on it. What landed stays on
  the branch of the run; your checkout is not touched.

More or less of it:
  --guarded            5 attempts, and every rung of the ladder
  --max-attempts N     attempts at each phase
  --set recovery=off   only waiting and trying again
`;
