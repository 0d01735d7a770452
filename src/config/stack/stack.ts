/** Where detection looks. Nothing else of the repository is seen, and nothing of it is run. */
export interface ManifestReader {
  /**
   * Text of a file at the repository's top, or of one below it (`app/build.gradle`, forward slashes) that a
   * manifest at the top names; null where there is none, or none that may be read. Never throws.
   */
  read(path: string): string | null;
  /** Names at the top level, of files and folders alike. */
  list(): readonly string[];
}

/**
 * What one ecosystem says of the repository; null is "not known", never "none". No text of a manifest enters
 * a command: commands are ours, save for the name of a .NET solution that needs no quoting.
 */
export interface Stack {
  language: string;
  framework: string | null;
  packageManager: string | null;
  testCommand: string | null;
  lintCommand: string | null;
  buildCommand: string | null;
  testFramework: string | null;
  /** Names at the top level that led here, such as `package.json` and `pnpm-lock.yaml`. */
  evidence: readonly string[];
}

export type Ecosystem = (reader: ManifestReader) => Stack | null;

/** Files of one kind (`*.csproj`, modules of a build) looked into. */
export const MAX_MEMBERS = 32;

/** Each of them; so that many together cost no more than a few manifests of the top. */
export const MAX_MEMBER_CHARS = 131_072;

export function stackOf(known: Pick<Stack, 'language' | 'evidence'> & Partial<Stack>): Stack {
  return {
    framework: null,
    packageManager: null,
    testCommand: null,
    lintCommand: null,
    buildCommand: null,
    testFramework: null,
    ...known,
  };
}
