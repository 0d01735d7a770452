import { withoutComments } from '../manifest/comments.ts';
import { makefileOf } from '../manifest/makefile.ts';
import { has, matching, present } from '../manifest/top.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

/** C and C++, built by CMake, else by a Makefile. */
export function detectCFamily(reader: ManifestReader): Stack | null {
  return detectCmake(reader) ?? detectMakefile(reader);
}

/** ctest tests what was built before, so the build command comes first in a fresh checkout. */
function detectCmake(reader: ManifestReader): Stack | null {
  if (!has(reader, 'CMakeLists.txt')) return null;
  const source = withoutComments(reader.read('CMakeLists.txt') ?? '', '#');
  const tested = /\benable_testing\s?\(|\binclude\s?\(\s?CTest\s?\)/i.test(source);
  return stackOf({
    language: cmakeLanguage(source),
    framework: FRAMEWORKS.find(([sign]) => sign.test(source))?.[1] ?? null,
    packageManager: installerOf(reader),
    testCommand: tested ? 'ctest --test-dir build --output-on-failure' : null,
    buildCommand: 'cmake -S . -B build && cmake --build build',
    testFramework: TEST_FRAMEWORKS.find(([sign]) => sign.test(source))?.[1] ?? (tested ? 'CTest' : null),
    evidence: present(reader, ['CMakeLists.txt', 'CMakePresets.json', ...PACKAGES]),
  });
}

const PACKAGES = ['vcpkg.json', 'conanfile.txt', 'conanfile.py'];

function installerOf(reader: ManifestReader): string | null {
  if (has(reader, 'vcpkg.json')) return 'vcpkg';
  return has(reader, 'conanfile.txt', 'conanfile.py') ? 'conan' : null;
}

/** Without a word in `project(...)` CMake sets up both languages, and which is used is not known. */
function cmakeLanguage(source: string): string {
  const words = new Set((/\bproject\s?\(([^)]{0,1000})/i.exec(source)?.[1] ?? '').split(/\s+/).slice(1));
  if (words.has('CXX') || /\bCMAKE_CXX_STANDARD\b/.test(source)) return 'C++';
  return words.has('C') ? 'C' : 'C/C++';
}

const FRAMEWORKS: readonly (readonly [RegExp, string])[] = [
  [/\bfind_package\s?\(\s?ament_cmake\b/i, 'ROS 2'],
  [/\bfind_package\s?\(\s?Qt[56]?\b/i, 'Qt'],
  [/\bfind_package\s?\(\s?wxWidgets\b/i, 'wxWidgets'],
];

const TEST_FRAMEWORKS: readonly (readonly [RegExp, string])[] = [
  [/\bGTest\b|\bgtest_discover_tests\b|\bgoogletest\b/i, 'GoogleTest'],
  [/\bCatch2\b/i, 'Catch2'],
  [/\bdoctest\b/i, 'doctest'],
];

/** A Makefile is found in repositories of every language: it counts where it compiles, or C lies beside it. */
function detectMakefile(reader: ManifestReader): Stack | null {
  const makefile = makefileOf(reader);
  if (makefile === null) return null;
  const { file, source, targets, testCommand } = makefile;
  const cpp = matching(reader, /\.(?:cc|cpp|cxx|hpp)$/).length > 0 || CPP_COMPILER.test(source);
  const c = matching(reader, /\.[ch]$/).length > 0 || C_COMPILER.test(source);
  if (!cpp && !c) return null;
  return stackOf({
    language: cpp ? 'C++' : 'C',
    packageManager: installerOf(reader),
    testCommand,
    lintCommand: targets.has('lint') ? 'make lint' : null,
    buildCommand: 'make',
    evidence: present(reader, [file, 'configure.ac', ...PACKAGES]),
  });
}

const C_COMPILER = /\$[({]CC[)}]|^CC\s?[:?]?=|\b(?:gcc|clang)\b/m;
const CPP_COMPILER = /\$[({]CXX[)}]|^CXX\s?[:?]?=|\b(?:g\+\+|clang\+\+)/m;
