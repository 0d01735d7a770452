import { type Meanings, pick } from '../manifest/pick.ts';
import { matching, present } from '../manifest/top.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

/**
 * A repository with only go.work has no commands: `./...` from its top matches no module. A Makefile's test
 * target is not asked for either, as it may do more than test.
 */
export function detectGo(reader: ManifestReader): Stack | null {
  const [manifest] = present(reader, ['go.mod', 'go.work']);
  if (manifest === undefined) return null;
  const evidence = present(reader, ['go.mod', 'go.sum', 'go.work', 'go.work.sum']);
  if (manifest === 'go.work') return stackOf({ language: 'Go', packageManager: 'go', evidence });
  const modules = directRequirements(reader.read('go.mod') ?? '');
  const linter = matching(reader, /^\.golangci\.(?:ya?ml|toml|json)$/);
  return stackOf({
    language: 'Go',
    framework: pick(modules, FRAMEWORKS),
    packageManager: 'go',
    testCommand: 'go test ./...',
    lintCommand: linter.length > 0 ? 'golangci-lint run' : 'go vet ./...',
    buildCommand: 'go build ./...',
    testFramework: pick(modules, TEST_FRAMEWORKS) ?? 'testing',
    evidence: [...evidence, ...linter],
  });
}

/** Module paths without their major version (`/v5`). */
function directRequirements(text: string): Set<string> {
  const lines = text.split('\n').filter(line => !line.includes('// indirect'));
  return new Set(
    lines.flatMap(line => {
      const path = /^\s*(?:require\s+)?([\w.~/-]+)\s+v\d/.exec(line)?.[1];
      return path === undefined ? [] : path.replace(/\/v\d+$/, '');
    }),
  );
}

const FRAMEWORKS: Meanings = [
  ['github.com/gin-gonic/gin', 'Gin'],
  ['github.com/labstack/echo', 'Echo'],
  ['github.com/gofiber/fiber', 'Fiber'],
  ['github.com/go-chi/chi', 'chi'],
  ['github.com/beego/beego', 'Beego'],
  ['github.com/gorilla/mux', 'gorilla/mux'],
  ['github.com/wailsapp/wails', 'Wails'],
  ['github.com/charmbracelet/bubbletea', 'Bubble Tea'],
  ['github.com/spf13/cobra', 'Cobra'],
  ['github.com/urfave/cli', 'urfave/cli'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['github.com/onsi/ginkgo', 'Ginkgo'],
  ['github.com/stretchr/testify', 'testify'],
];
