import { type Changes, checkWeakened } from './weakened.ts';

const removed = (files: string, count = '1 test case was') => [`tests reject: ${count} removed: ${files}`];
const skipped = (path: string) => [
  `tests reject: 1 test or suite is newly skipped or expected to fail: ${path}`,
];

checkWeakened('test cases', [
  ['that are new are fine', { 'a.test.ts': "+it('a', () => {\n+  expect(1).toBe(x);\n+});" }, []],
  ['that are changed are fine', { 'a.test.ts': "-it('a', f);\n+it('b', f);" }, []],
  [
    'that are gone are told',
    { 'a.test.ts': "-it('a', f);\n-test('b', f);" },
    removed('a.test.ts (2)', '2 test cases were'),
  ],
  ['that moved are fine', { 'a.test.ts': "-it('a', f);", 'b.test.ts': "+it('a', f);" }, []],
  [
    'that moved in part are counted over all',
    { 'a.test.ts': "-it('a', f);\n-it('b', f);\n-it('c', f);", 'b.test.ts': "+it('a', f);" },
    removed('a.test.ts (3)', '2 test cases were'),
  ],
  [
    'that became comments are gone',
    { 'a.test.ts': "-  it('a', f);\n+  // it('a', f);" },
    removed('a.test.ts'),
  ],
  ['in code that is no test do not count', { 'src/a.ts': "-it('a', f);" }, []],
  ['are not calls of a regular expression', { 'a.test.ts': '-  if (/x/.test(y)) run();\n-  submit(x);' }, []],
  ['in headers do not count', { "it('x').test.ts": '+a' }, []],
  ['of a table', { 'a.test.ts': '-  test.each([[1, 2]])("a", f);' }, removed('a.test.ts')],
  ['of node', { 'a.test.js': "-  await t.test('a', f);" }, removed('a.test.js')],
  ['of Python', { 'test_a.py': '-def test_a():\n+def helper():' }, removed('test_a.py')],
  ['of Python, async', { 'test_a.py': '-    async def test_a(self):' }, removed('test_a.py')],
  ['of Go', { 'a_test.go': '-func TestA(t *testing.T) {' }, removed('a_test.go')],
  ['of Go, in a suite', { 'a_test.go': '-func (s *Suite) TestA() {' }, removed('a_test.go')],
  ['of Rust', { 'tests/a.rs': '-    #[test]' }, removed('tests/a.rs')],
  ['of Rust, beside the code', { 'src/lib.rs': '-    #[tokio::test]' }, removed('src/lib.rs')],
  ['of Zig, beside the code', { 'src/a.zig': '-test "adds" {' }, removed('src/a.zig')],
  ['of Java', { 'ATest.java': '-    @Test\n-    @TestInstance' }, removed('ATest.java')],
  ['of Kotlin', { 'ATest.kt': '-  @ParameterizedTest' }, removed('ATest.kt')],
  ['of Scala', { 'ASpec.scala': '-  test("a") {' }, removed('ASpec.scala')],
  ['of C#', { 'ATests.cs': '-  [Fact]' }, removed('ATests.cs')],
  ['of Ruby', { 'a_spec.rb': "-  it 'works' do" }, removed('a_spec.rb')],
  ['of PHP', { 'ATest.php': '-    public function testA(): void' }, removed('ATest.php')],
  ['of PHP, by comment', { 'ATest.php': '-    /** @test */' }, removed('ATest.php')],
  ['of Swift', { 'ATests.swift': '-  func testA() {' }, removed('ATests.swift')],
  ['of Dart', { 'a_test.dart': "-  testWidgets('a', (t) async {" }, removed('a_test.dart')],
  ['of Elixir', { 'a_test.exs': '-  test "a" do' }, removed('a_test.exs')],
  ['of C++', { 'a_test.cpp': '-TEST_F(A, b) {' }, removed('a_test.cpp')],
  ['of bats', { 'a.bats': '-@test "a" {' }, removed('a.bats')],
  ['of Gherkin', { 'a.feature': '-  Scenario: a' }, removed('a.feature')],
  ['of a language that is not known', { 'tests/a.ml': '-let test_a () =' }, removed('tests/a.ml')],
]);

checkWeakened('skips', [
  ...(
    [
      ['a.test.ts', "it.skip('a', f)"],
      ['a.test.ts', "describe.skip('a', f)"],
      ['a.test.ts', "  test.todo('a')"],
      ['a.test.ts', "it.each([1]).skip('a')", 'none'],
      ['a.test.ts', "it.concurrent.skip('a')"],
      ['a.test.ts', "test.skipIf(x)('a', f)"],
      ['a.test.ts', "xit('a', f)"],
      ['a.test.ts', "xdescribe('a', f)"],
      ['a.test.ts', 'this.skip()'],
      ['a.test.ts', "test('a', { skip: true }, f)"],
      ['a.test.ts', "pending('later')"],
      ['a.test.ts', 'const list = stream.skip(2)', 'none'],
      ['a.test.ts', 'exit(1)', 'none'],
      ['test_a.py', '@pytest.mark.skip'],
      ['test_a.py', '@pytest.mark.skipif(x, reason="")'],
      ['test_a.py', '@pytest.mark.xfail'],
      ['test_a.py', 'pytestmark = pytest.mark.skip("later")'],
      ['test_a.py', '@unittest.skip("later")'],
      ['test_a.py', '    self.skipTest("later")'],
      ['test_a.py', '@unittest.expectedFailure'],
      ['a_test.go', '\tt.Skip("later")'],
      ['a_test.go', '\tt.SkipNow()'],
      ['a_test.go', '//go:build ignore'],
      ['src/a.rs', '#[ignore]'],
      ['tests/a.rs', '#[ignore = "later"]'],
      ['tests/a.rs', '#[cfg_attr(windows, ignore)]'],
      ['ATest.java', '@Disabled("later")'],
      ['ATest.java', '@Ignore'],
      ['ATest.java', '@Test(enabled = false)'],
      ['ATests.cs', '[Ignore]'],
      ['ATests.cs', '[Fact(Skip = "later")]'],
      ['a_spec.rb', '  pending "later"'],
      ['a_spec.rb', "  xit 'a' do"],
      ['a_spec.rb', '  skip'],
      ['ATest.php', '$this->markTestSkipped();'],
      ['ATest.php', "$this->markTestIncomplete('x');"],
      ['ATests.swift', 'throw XCTSkip("later")'],
      ['a_test.exs', '@tag :skip'],
      ['a_test.cpp', 'GTEST_SKIP();'],
      ['a.bats', '  skip "later"'],
      ['a.feature', '@wip'],
    ] as const
  ).map(([path, line, none]): [string, Changes, string[]] => [
    line,
    { [path]: `-same\n+${line}` },
    none ? [] : skipped(path),
  ]),
  ['that were there before', { 'a.test.ts': "-it.skip('a', f)\n+it.skip('b', f)" }, []],
  ['that moved', { 'a.test.ts': "-it.skip('a', f)", 'b.test.ts': "+it.skip('a', f)" }, []],
  ['that went', { 'a.test.ts': "-it.skip('a', f)\n+it('a', f)" }, []],
  ['in a comment', { 'a.test.ts': '+// it.skip() is not for us' }, []],
]);

const alone = (path: string) => [`tests reject: 1 test or suite is newly marked to run alone: ${path}`];

checkWeakened('focus', [
  ['it.only', { 'a.test.ts': "-it('a')\n+it.only('a')" }, alone('a.test.ts')],
  ['describe.only', { 'a.test.ts': "+describe.only('a')" }, alone('a.test.ts')],
  ['fdescribe', { 'a.test.ts': "+fdescribe('a')" }, alone('a.test.ts')],
  ['fit', { 'a.test.ts': "-it('a')\n+fit('a')" }, alone('a.test.ts')],
  ['a model that is fit', { 'a.test.ts': '+model.fit(x)' }, []],
  ['of Ruby', { 'a_spec.rb': "-  it 'a' do\n+  fit 'a' do" }, alone('a_spec.rb')],
]);

const lessAsserted = (path: string) => [`tests reject: 1 assertion was removed from tests: ${path}`];

checkWeakened('assertions', [
  ['that changed', { 'a.test.ts': '-expect(a).toBe(1)\n+expect(a).toBe(2)' }, []],
  ['that are gone', { 'a.test.ts': '-  expect(a).toBe(1)' }, lessAsserted('a.test.ts')],
  [
    'that are only named to be used',
    {
      'a.test.js': "-import assert from 'node:assert';\n-const { assert: is } = require('node:assert');",
      'test_a.py': '-from helpers import assert_equal',
      'tests/a.rs': '-use pretty_assertions::assert_eq;',
      'ATest.java': '-import static org.junit.Assert.assertEquals;',
      'a_test.c': '-#include <assert.h>',
    },
    [],
  ],
  ['that moved', { 'a.test.ts': '-expect(a).toBe(1)', 'b.test.ts': '+expect(a).toBe(1)' }, []],
  [
    'that are hollow now',
    { 'a.test.ts': '-expect(a).toBe(1)\n+expect(true).toBe(true)' },
    lessAsserted('a.test.ts'),
  ],
  [
    'that are hollow now, in Python',
    { 'test_a.py': '-    assert a == 1\n+    assert True' },
    lessAsserted('test_a.py'),
  ],
  [
    'that are hollow now, in Java',
    { 'ATest.java': '-assertEquals(1, a);\n+assertTrue(true);' },
    lessAsserted('ATest.java'),
  ],
  [
    'that expect a literal are not hollow',
    { 'ATest.java': '-assertEquals(2, a);\n+assertEquals(1, a);' },
    [],
  ],
  ['of Python', { 'test_a.py': '-        self.assertEqual(a, 1)' }, lessAsserted('test_a.py')],
  ['of Go', { 'a_test.go': '-\t\tt.Errorf("no")' }, lessAsserted('a_test.go')],
  ['of Go, with a library', { 'a_test.go': '-\trequire.NoError(t, err)' }, lessAsserted('a_test.go')],
  ['of Rust', { 'tests/a.rs': '-    assert_eq!(a, 1);' }, lessAsserted('tests/a.rs')],
  ['of Rust, in code that is no test', { 'src/a.rs': '-    assert!(a > 0);' }, []],
  ['of C#', { 'ATests.cs': '-  Assert.Equal(1, a);' }, lessAsserted('ATests.cs')],
  ['of Ruby', { 'a_spec.rb': '-    expect(a).to eq 1' }, lessAsserted('a_spec.rb')],
  ['of PHP', { 'ATest.php': '-  $this->assertSame(1, $a);' }, lessAsserted('ATest.php')],
  [
    'in a removed line that looks like a header',
    { 'test/a.lua': '--- assert(a)\n-assert(b)' },
    lessAsserted('test/a.lua'),
  ],
]);
