import { parseToml } from '../manifest/parse.ts';
import { type Meanings, pick } from '../manifest/pick.ts';
import { has, memberTexts, present } from '../manifest/top.ts';
import { at, isRecord, textAt, textsAt } from '../manifest/value.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectRust(reader: ManifestReader): Stack | null {
  if (!has(reader, 'Cargo.toml')) return null;
  const manifest = parseToml(reader.read('Cargo.toml'));
  const scope = at(manifest, 'workspace') === undefined ? '' : ' --workspace';
  const manifests = [manifest, ...members(reader, manifest)];
  return stackOf({
    language: 'Rust',
    framework: pick(new Set(manifests.flatMap(crateNames)), FRAMEWORKS),
    packageManager: 'cargo',
    testCommand: `cargo test${scope}`,
    lintCommand: `cargo clippy${scope} --all-targets`,
    buildCommand: `cargo build${scope}`,
    testFramework: 'libtest',
    evidence: present(reader, MARKERS),
  });
}

const MARKERS = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'rust-toolchain',
  'rustfmt.toml',
  'clippy.toml',
];

/** Manifests of the members that are named; a pattern (`crates/*`) would need the folder's names. */
function members(reader: ManifestReader, manifest: unknown): unknown[] {
  const named = textsAt(manifest, 'workspace', 'members').filter(member => !member.includes('*'));
  return memberTexts(
    reader,
    named.map(member => `${member}/Cargo.toml`),
  ).map(parseToml);
}

function crateNames(manifest: unknown): string[] {
  return [
    at(manifest, 'dependencies'),
    at(manifest, 'workspace', 'dependencies'),
    ...targets(manifest).map(target => at(target, 'dependencies')),
  ].flatMap(table =>
    isRecord(table) ? Object.entries(table).map(([name, spec]) => textAt(spec, 'package') ?? name) : [],
  );
}

function targets(manifest: unknown): unknown[] {
  const table = at(manifest, 'target');
  return isRecord(table) ? Object.values(table) : [];
}

const FRAMEWORKS: Meanings = [
  ['tauri', 'Tauri'],
  ['leptos', 'Leptos'],
  ['dioxus', 'Dioxus'],
  ['yew', 'Yew'],
  ['bevy', 'Bevy'],
  ['axum', 'axum'],
  ['actix-web', 'Actix Web'],
  ['rocket', 'Rocket'],
  ['poem', 'Poem'],
  ['warp', 'warp'],
  ['tonic', 'Tonic'],
  ['clap', 'clap'],
];
