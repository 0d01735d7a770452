import { detectCFamily } from './ecosystem/c-family.ts';
import { detectDart } from './ecosystem/dart.ts';
import { detectDeno } from './ecosystem/deno.ts';
import { detectDotnet } from './ecosystem/dotnet.ts';
import { detectElixir } from './ecosystem/elixir.ts';
import { detectGo } from './ecosystem/go.ts';
import { detectJvm } from './ecosystem/jvm.ts';
import { detectNode } from './ecosystem/node.ts';
import { detectPhp } from './ecosystem/php.ts';
import { detectPython } from './ecosystem/python.ts';
import { detectRuby } from './ecosystem/ruby.ts';
import { detectRust } from './ecosystem/rust.ts';
import { detectSwift } from './ecosystem/swift.ts';
import type { Ecosystem, ManifestReader, Stack } from './stack.ts';

/** The stacks of a repository, strongest first; empty where nothing is recognised. Never throws. */
export function detectStacks(reader: ManifestReader): Stack[] {
  return ECOSYSTEMS.map(detect => detect(reader))
    .filter(stack => stack !== null)
    .sort((a, b) => strength(b) - strength(a) || b.evidence.length - a.evidence.length);
}

/** Settles ties: Python and Node come late, as their manifests also lie in repositories of other languages. */
const ECOSYSTEMS: readonly Ecosystem[] = [
  detectElixir,
  detectRuby,
  detectPhp,
  detectRust,
  detectGo,
  detectJvm,
  detectDotnet,
  detectSwift,
  detectDart,
  detectPython,
  detectDeno,
  detectNode,
  detectCFamily,
];

/** What can be tested is what the repository is about; a bare manifest may be there for a tool's sake. */
function strength(stack: Stack): number {
  return (stack.testCommand ? 4 : 0) + (stack.framework ? 2 : 0) + (stack.testFramework ? 1 : 0);
}
