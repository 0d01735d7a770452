import { type Ini, parseIni } from '../manifest/ini.ts';
import { parseToml } from '../manifest/parse.ts';
import { type Meanings, pick } from '../manifest/pick.ts';
import { has, matching, present } from '../manifest/top.ts';
import { at, textAt } from '../manifest/value.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';
import { pythonDependencies } from './python-dependencies.ts';

export function detectPython(reader: ManifestReader): Stack | null {
  const manifests = [
    ...present(reader, ['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile']),
    ...matching(reader, /^requirements[\w.-]*\.txt$/i),
  ];
  if (manifests.length === 0) return null;
  const pyproject = parseToml(reader.read('pyproject.toml'));
  const pipfile = parseToml(reader.read('Pipfile'));
  const setupCfg = parseIni(reader.read('setup.cfg') ?? '');
  const project: Project = {
    reader,
    pyproject,
    pipfile,
    setupCfg,
    toxIni: parseIni(reader.read('tox.ini') ?? ''),
    dependencies: pythonDependencies(reader, manifests, { pyproject, pipfile, setupCfg }),
    manager: installerOf(reader, pyproject),
  };
  return stackOf({
    language: 'Python',
    framework: pick(project.dependencies, FRAMEWORKS) ?? (has(reader, 'manage.py') ? 'Django' : null),
    packageManager: project.manager,
    ...testing(project),
    lintCommand: lintCommand(project),
    buildCommand: buildCommand(project),
    evidence: [...manifests, ...present(reader, [...LOCK_FILES.keys(), ...MARKERS])],
  });
}

type Installer = 'uv' | 'poetry' | 'pdm' | 'pipenv' | 'hatch' | 'pip';

interface Project {
  reader: ManifestReader;
  pyproject: unknown;
  pipfile: unknown;
  setupCfg: Ini;
  toxIni: Ini;
  dependencies: ReadonlySet<string>;
  manager: Installer;
}

const LOCK_FILES: ReadonlyMap<string, Installer> = new Map([
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['pdm.lock', 'pdm'],
  ['Pipfile.lock', 'pipenv'],
]);

const MARKERS = ['manage.py', 'tox.ini', 'noxfile.py', 'pytest.ini', 'conftest.py', 'ruff.toml', '.flake8'];

/** Hatch only where it has environments: its build backend, hatchling, is used under every manager. */
function installerOf(reader: ManifestReader, pyproject: unknown): Installer {
  const [lockFile] = present(reader, [...LOCK_FILES.keys()]);
  if (lockFile !== undefined) return LOCK_FILES.get(lockFile) ?? 'pip';
  if (has(reader, 'Pipfile')) return 'pipenv';
  const backend = textAt(pyproject, 'build-system', 'build-backend') ?? '';
  if (at(pyproject, 'tool', 'uv') || backend.startsWith('uv_build')) return 'uv';
  if (at(pyproject, 'tool', 'poetry') || backend.startsWith('poetry')) return 'poetry';
  if (at(pyproject, 'tool', 'pdm') || backend.startsWith('pdm')) return 'pdm';
  return at(pyproject, 'tool', 'hatch', 'envs') ? 'hatch' : 'pip';
}

/**
 * tox and nox build an environment of their own, so they win over a pytest that is configured but declared
 * nowhere: it would not be installed.
 */
function testing(project: Project): Pick<Stack, 'testCommand' | 'testFramework'> {
  const { reader, dependencies } = project;
  const declared = dependencies.has('pytest');
  const configured = declared || configuresPytest(project);
  const runner = declared ? null : ownRunner(project);
  const testFramework = configured || runner?.source.includes('pytest') ? 'pytest' : (runner?.name ?? null);
  const script = testScript(project);
  if (script !== null) return { testCommand: script, testFramework };
  if (runner !== null) {
    const installed = dependencies.has(runner.name);
    return { testCommand: installed ? tool(project, runner.name) : runner.name, testFramework };
  }
  if (configured) return { testCommand: pytestCommand(project), testFramework };
  if (has(reader, 'manage.py')) {
    return { testCommand: python(project, 'manage.py test'), testFramework: 'unittest' };
  }
  if (findsUnittests(reader))
    return { testCommand: python(project, '-m unittest'), testFramework: 'unittest' };
  return { testCommand: null, testFramework: null };
}

function ownRunner({ reader, pyproject, toxIni }: Project): { name: 'nox' | 'tox'; source: string } | null {
  if (has(reader, 'noxfile.py')) return { name: 'nox', source: reader.read('noxfile.py') ?? '' };
  const tox = toxIni.has('tox') || toxIni.has('testenv') || at(pyproject, 'tool', 'tox') !== undefined;
  return tox ? { name: 'tox', source: reader.read('tox.ini') ?? '' } : null;
}

function testScript({ manager, pyproject, pipfile }: Project): string | null {
  const hatch = at(pyproject, 'tool', 'hatch', 'envs', 'default', 'scripts', 'test');
  if (manager === 'hatch' && hatch) return 'hatch run test';
  if (manager === 'pdm' && at(pyproject, 'tool', 'pdm', 'scripts', 'test')) return 'pdm run test';
  return manager === 'pipenv' && at(pipfile, 'scripts', 'test') ? 'pipenv run test' : null;
}

/** `hatch test` runs pytest in an environment that has it; the default one need not. */
function pytestCommand(project: Project): string {
  return project.manager === 'hatch' ? 'hatch test' : tool(project, 'pytest');
}

function configuresPytest({ reader, pyproject, setupCfg, toxIni }: Project): boolean {
  return (
    has(reader, 'pytest.ini', '.pytest.ini', 'conftest.py') ||
    at(pyproject, 'tool', 'pytest') !== undefined ||
    setupCfg.has('tool:pytest') ||
    toxIni.has('pytest')
  );
}

/** unittest's discovery starts at the top and enters packages only. */
function findsUnittests(reader: ManifestReader): boolean {
  return (
    matching(reader, /^test\w*\.py$/).length > 0 ||
    ['tests', 'test'].some(folder => reader.read(`${folder}/__init__.py`) !== null)
  );
}

function lintCommand(project: Project): string | null {
  const { reader, pyproject, dependencies, setupCfg, toxIni } = project;
  const ruff =
    has(reader, 'ruff.toml', '.ruff.toml') || at(pyproject, 'tool', 'ruff') || dependencies.has('ruff');
  if (ruff) return tool(project, 'ruff check');
  const flake8 = has(reader, '.flake8') || setupCfg.has('flake8') || toxIni.has('flake8');
  return flake8 || dependencies.has('flake8') ? tool(project, 'flake8') : null;
}

/** Only what is a package can be built; an application has no build system. */
function buildCommand({ reader, pyproject, manager }: Project): string | null {
  if (at(pyproject, 'tool', 'poetry', 'package-mode') === false) return null;
  if (!at(pyproject, 'build-system') && !has(reader, 'setup.py')) return null;
  return manager === 'pip' || manager === 'pipenv' ? 'python -m build' : `${manager} build`;
}

/** As a module under pip, which puts the top on the path: tests of a flat layout import from there. */
function tool({ manager }: Project, command: string): string {
  return manager === 'pip' ? `python -m ${command}` : `${manager} run ${command}`;
}

function python({ manager }: Project, command: string): string {
  return manager === 'pip' ? `python ${command}` : `${manager} run python ${command}`;
}

const FRAMEWORKS: Meanings = [
  ['django', 'Django'],
  ['djangorestframework', 'Django'],
  ['fastapi', 'FastAPI'],
  ['litestar', 'Litestar'],
  ['flask', 'Flask'],
  ['quart', 'Quart'],
  ['sanic', 'Sanic'],
  ['pyramid', 'Pyramid'],
  ['falcon', 'Falcon'],
  ['starlette', 'Starlette'],
  ['tornado', 'Tornado'],
  ['aiohttp', 'aiohttp'],
  ['streamlit', 'Streamlit'],
  ['scrapy', 'Scrapy'],
  ['typer', 'Typer'],
  ['click', 'Click'],
];
