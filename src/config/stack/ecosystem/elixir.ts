import { withoutComments } from '../manifest/comments.ts';
import { captures, type Meanings, pick } from '../manifest/pick.ts';
import { has, present } from '../manifest/top.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectElixir(reader: ManifestReader): Stack | null {
  if (!has(reader, 'mix.exs')) return null;
  const source = withoutComments(reader.read('mix.exs') ?? '', '#');
  const packages = new Set(captures(source, /\{\s?:([a-z]\w{0,100})\s?,/g));
  const formats = has(reader, '.formatter.exs');
  return stackOf({
    language: 'Elixir',
    framework: pick(packages, FRAMEWORKS),
    packageManager: 'mix',
    testCommand: 'mix test',
    lintCommand: packages.has('credo') ? 'mix credo' : formats ? 'mix format --check-formatted' : null,
    buildCommand: 'mix compile',
    testFramework: 'ExUnit',
    evidence: present(reader, ['mix.exs', 'mix.lock', '.formatter.exs', '.credo.exs']),
  });
}

const FRAMEWORKS: Meanings = [
  ['nerves', 'Nerves'],
  ['phoenix', 'Phoenix'],
  ['ash', 'Ash'],
  ['plug_cowboy', 'Plug'],
  ['bandit', 'Plug'],
];
