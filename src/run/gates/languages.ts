/**
 * How tests look in the languages of the world, line by line, without the blanks around a line. Not parsers:
 * a line counts or does not. Every expression takes linear time.
 */
export interface TestLanguage {
  /** What begins a line that is not carried out. */
  readonly comment: RegExp;
  /** Begins a test case. */
  readonly cases: RegExp;
  readonly assertions: RegExp;
  /** Leaves a test out, or lets it fail. */
  readonly skips: RegExp;
  /** Leaves out all other tests. */
  readonly focus: RegExp;
}

/** The language of a test file by its name; one that takes in most customs where the name tells nothing. */
export function testLanguageOf(path: string): TestLanguage {
  const ending = /\.([A-Za-z]{1,10})"?$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.get(ending) ?? OTHER;
}

/** Holds whatever the code does, so it asserts nothing. */
export const HOLLOW =
  /\b(?:expect|assert\w{0,20}!?|Assert\.\w{1,20}|assert\.\w{1,20})[\s(]{1,5}(?:true|True|1)\s*(?:\)|;|$)/;

/** Names assertions in order to use them, and asserts nothing. */
export const IMPORT =
  /^(?:import|from|use|using|#include)\b|^(?:const|let|var)\b.{0,200}=\s*(?:await\s+)?(?:require|import)\s*\(/;

const NEVER = /(?!)/;
const SLASHES = /^(?:\/\/|\/\*|\*)/;
const HASH = /^#/;

const JAVASCRIPT: TestLanguage = {
  comment: SLASHES,
  cases:
    /(?:^|[^\w.$]|\bt\.|Deno\.)[xf]?(?:it|test|specify|testWidgets|blocTest)(?:\.(?:only|skip|fails|failing|concurrent|sequential|each|for|todo|fixme|serial|skipIf|runIf|if)){0,2}\s*[(`]/,
  assertions:
    /\bexpect(?:\.\w{1,20}|TypeOf|Async|Later)?\s*[(<]|\bassert|\.should\b|\bt\.(?:is|not|true|false|truthy|falsy|like|ok|notOk|equal|same|match|throws|rejects|deepEqual|deepEquals|regex|snapshot|plan)\w{0,10}\(/,
  skips:
    /\b(?:it|test|describe|specify|suite|context)(?:\.(?:concurrent|sequential|each|serial|parallel))?\.(?:skip|todo|fixme|fails|failing|skipIf|runIf)\b|(?:^|[^\w.$])x(?:it|test|describe|specify|context)\s*[.(]|\b(?:this|t|ctx|context)\.(?:skip|todo)\s*\(|(?:^|[^\w.$])pending\s*\(|\b(?:skip|todo)\s*:\s*(?:true|['"`])|@Skip\b/,
  focus:
    /\b(?:it|test|describe|specify|suite|context)(?:\.(?:concurrent|sequential|each|serial|parallel))?\.only\b|(?:^|[^\w.$])f(?:it|test|describe|specify|context)\s*[.(]|\bonly\s*:\s*true\b|\bsolo\s*:\s*true\b/,
};

const PYTHON: TestLanguage = {
  comment: HASH,
  cases: /^(?:async\s+)?def\s+test/,
  assertions: /^assert\b|\.assert|\bassert_|\bself\.fail\(|\bpytest\.(?:raises|warns|fail)\b/,
  skips:
    /\bmark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\b|\bunittest\.(?:skip|expectedFailure)|@(?:skip|skipIf|skipUnless|expectedFailure)\b|\.skipTest\(|\bSkipTest\b|\b__test__\s*=\s*False|\bcollect_ignore/,
  focus: NEVER,
};

const GO: TestLanguage = {
  comment: /^\/\/(?!go:build|\s*\+build)/,
  cases: /^func (?:\([^)]{0,100}\) ?)?(?:Test|Fuzz|Example)|\b[tb]\.Run\(/,
  assertions:
    /\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is|qt|suite|s)\.[A-Z]\w/,
  skips: /\b[tb]\.(?:Skip|Skipf|SkipNow)\(|^\/\/go:build ignore|^\/\/ ?\+build ignore/,
  focus: NEVER,
};

const RUST: TestLanguage = {
  comment: SLASHES,
  cases:
    /^#\[(?:\w{1,30}::)?(?:test|rstest|test_case|proptest|quickcheck|wasm_bindgen_test)\b|^proptest!|^test\s+"/,
  assertions: /\b(?:debug_)?assert|\bpanic!|\btry expect|\bexpect\w{0,20}\(/,
  skips: /^#\[ignore\b|^#\[cfg_attr\(.{0,100}\bignore\b|\berror\.SkipZigTest\b/,
  focus: NEVER,
};

const JVM: TestLanguage = {
  comment: SLASHES,
  cases:
    /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|ArchTest)\b|^(?:test|it|should|scenario)\s*\(\s*"|"\s+in\s*\{|"\s+should\s|^def\s+"/,
  assertions: /\bassert|\bverify\s*[({]|\bshould\w|\bexpect\w{0,20}\(|\bfail\(|^(?:then|expect):/,
  skips:
    /@(?:Disabled|Ignore|Ignored|PendingFeature)\b|\benabled\s*=\s*false\b|^ignore\s*\(|\b(?:pending|cancel)\b\s*(?:\(|$)|\bassume(?:True|False|That)\s*\(|^x(?:test|it|should|describe)\s*\(/,
  focus: /@IgnoreRest\b|^f(?:test|it|should|describe)\s*\(|"f:/,
};

const DOTNET: TestLanguage = {
  comment: SLASHES,
  cases:
    /\[<?(?:Fact|Theory|Test|TestMethod|TestCase|TestCaseSource|DataTestMethod|InlineData|Property)\b|<(?:Test|Fact|TestMethod)\(\)?/,
  assertions: /\bAssert\.|\.Should|\bShould\.|\.Verify\(|\bExpect\./,
  skips: /\[<?(?:Ignore|Explicit)\b|\bSkip\s*=\s*"|\bAssert\.(?:Ignore|Inconclusive|Skip)\b|<Ignore\(/,
  focus: NEVER,
};

const RUBY: TestLanguage = {
  comment: HASH,
  cases: /^[xf]?(?:it|specify|example|scenario|test|should)(?:\s+['"]|\s*[({])|^def\s+test_/,
  assertions: /\bexpect\s*[({]|\bassert|\brefute|\.should|\.must_|\bis_expected\b|\bwont_/,
  skips:
    /^(?:skip|pending)\b|^x(?:it|describe|context|specify|example|scenario|feature)\b|\b(?:skip|pending):\s|,\s*:(?:skip|pending)\b/,
  focus: /^f(?:it|describe|context|specify|example|scenario)\b|\bfocus:\s*true|,\s*:focus\b/,
};

const PHP: TestLanguage = {
  comment: /^(?:\/\/|\/?\*(?!\*?\s*@test)|#(?!\[))/,
  cases: /\bfunction\s+test|^\/?\*{1,2}\s*@test\b|^#\[Test\b|^(?:it|test)\s*\(/,
  assertions: /(?:->|::|\b)assert|(?:->|\b)expect/,
  skips: /\bmarkTest(?:Skipped|Incomplete)\b|->(?:skip|todo)\(|#\[Requires/,
  focus: /->only\(/,
};

const SWIFT: TestLanguage = {
  comment: SLASHES,
  cases: /\bfunc\s+test|@Test\b|^(?:it|fit|xit)\(/,
  assertions: /\bXCT(?:Assert|Fail|Unwrap)|#(?:expect|require)\b|\bexpect\(/,
  skips: /\bXCTSkip|\.disabled\(|^(?:xit|xdescribe|pending)\(|\bXCTExpectFailure\b|\bwithKnownIssue\b/,
  focus: /^(?:fit|fdescribe)\(/,
};

const ELIXIR: TestLanguage = {
  comment: HASH,
  cases: /^(?:test|property)\s+"|^doctest\b/,
  assertions: /^(?:assert|refute)/,
  skips: /@(?:module|describe)?tag\s+:?skip\b/,
  focus: /@(?:module|describe)?tag\s+:?focus\b/,
};

const C: TestLanguage = {
  comment: SLASHES,
  cases:
    /\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|SECTION|BOOST_AUTO_TEST_CASE|START_TEST)\s*\(|\bvoid\s+test|^-\s*\(void\)\s*test/,
  assertions:
    /\b(?:EXPECT|ASSERT|CHECK|REQUIRE|BOOST_CHECK|BOOST_REQUIRE|TEST_ASSERT|XCTAssert|ck_assert|assert|QCOMPARE|QVERIFY)/,
  skips: /\bGTEST_SKIP\b|\bDISABLED_|\bSKIP\(|\[!(?:mayfail|shouldfail)\]|\[\.\]|\bQSKIP\b|\bTEST_IGNORE/,
  focus: NEVER,
};

const BATS: TestLanguage = {
  comment: /^#(?! bats)/,
  cases: /^@test\b/,
  assertions: /^\[|^(?:assert|refute|run)\b/,
  skips: /^skip\b/,
  focus: /bats:focus/,
};

const GHERKIN: TestLanguage = {
  comment: HASH,
  cases: /^(?:Scenario|Example|Scenario Outline|Scenario Template):/,
  assertions: /^(?:Then|And|But)\b/,
  skips: /@(?:skip|wip|ignore|pending|disabled|manual)\b/i,
  focus: /@(?:only|focus)\b/i,
};

/** Names of tests and of what they leave out, as most languages have them. */
const OTHER: TestLanguage = {
  comment: /^(?:\/\/|\/\*|#(?!\[)|--|;|%)/,
  cases: /\btest/i,
  assertions: /\b(?:assert|expect|should)|\b(?:ok|is|is_deeply)\b/i,
  skips: /\b(?:skip|disabled|pending|xfail|todo_skip)\b/i,
  focus: NEVER,
};

const LANGUAGES: ReadonlyMap<string, TestLanguage> = new Map(
  (
    [
      ['js jsx ts tsx mjs cjs mts cts vue svelte astro dart coffee', JAVASCRIPT],
      ['py pyi', PYTHON],
      ['go', GO],
      ['rs zig', RUST],
      ['java kt kts scala groovy', JVM],
      ['cs fs vb', DOTNET],
      ['rb', RUBY],
      ['php', PHP],
      ['swift', SWIFT],
      ['ex exs', ELIXIR],
      ['c cc cpp cxx h hpp m mm', C],
      ['bats', BATS],
      ['feature', GHERKIN],
    ] as const
  ).flatMap(([endings, language]) => endings.split(' ').map(ending => [ending, language] as const)),
);
