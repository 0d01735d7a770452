import { basename, isAbsolute, relative } from 'node:path';
import { z } from 'zod';

export interface TestResult {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly title: string;
  /** A test that was skipped, is still to do or was not reached proves nothing. */
  readonly status: 'passed' | 'failed' | 'skipped';
}

export interface Results {
  readonly tests: readonly TestResult[];
  /** Test files that failed before they told of any test. */
  readonly brokenFiles: readonly string[];
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string().optional(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

/** Reads the JSON that vitest writes, which is Jest's. Null if it is something else. */
export function parseResults(json: string, root: string): Results | null {
  const report = Report.safeParse(parseJson(json));
  if (!report.success) return null;
  const files = report.data.testResults;
  return {
    tests: files.flatMap(file =>
      file.assertionResults.map(({ title, status }) => ({
        file: pathInRepository(file.name, root),
        title,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
      })),
    ),
    brokenFiles: files
      .filter(file => file.status === 'failed' && file.assertionResults.length === 0)
      .map(file => pathInRepository(file.name, root)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Results of another checkout keep only the file's name, so that no path of a machine gets into the document. */
function pathInRepository(name: string, root: string): string {
  const path = (isAbsolute(name) ? relative(root, name) : name).replaceAll('\\', '/');
  return path.startsWith('../') || isAbsolute(path) ? basename(path) : path;
}
