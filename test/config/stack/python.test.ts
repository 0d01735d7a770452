import { check } from './check.ts';

check('Python', [
  [
    'FastAPI under uv',
    {
      'pyproject.toml': `[project]
name = "orders"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = ["fastapi[standard]>=0.115.6", "sqlalchemy>=2.0.36"]

[dependency-groups]
dev = ["pytest>=8.3.4", "ruff>=0.8.4", {include-group = "docs"}]
docs = ["mkdocs"]

[tool.ruff.lint]
select = ["E", "F", "I"]
`,
      'uv.lock': 'version = 1\n',
    },
    {
      language: 'Python',
      framework: 'FastAPI',
      packageManager: 'uv',
      testCommand: 'uv run pytest',
      lintCommand: 'uv run ruff check',
      testFramework: 'pytest',
      evidence: ['pyproject.toml', 'uv.lock'],
    },
  ],
  [
    'Django under poetry',
    {
      'pyproject.toml': `[tool.poetry]
name = "clinic"
version = "0.3.0"

[tool.poetry.dependencies]
python = "^3.11"
Django = "^5.1"

[tool.poetry.group.dev.dependencies]
pytest = "^8.3"
pytest-django = "^4.9"
flake8 = "^7.1"

[build-system]
requires = ["poetry-core"]
build-backend = "poetry.core.masonry.api"
`,
      'manage.py': '#!/usr/bin/env python\n',
    },
    {
      language: 'Python',
      framework: 'Django',
      packageManager: 'poetry',
      testCommand: 'poetry run pytest',
      lintCommand: 'poetry run flake8',
      buildCommand: 'poetry build',
      testFramework: 'pytest',
      evidence: ['pyproject.toml', 'manage.py'],
    },
  ],
  [
    'Django without pytest is tested by its own command',
    {
      'requirements.txt':
        'asgiref==3.8.1\nDjango==5.1.4 \\\n    --hash=sha256:236e023f021f5ce7dee5779de7b286565fdea5f4ab86bae5338e3f7b69896cf0\n',
      'requirements-dev.txt': '-r requirements.txt\n# linting\nflake8\n',
      'manage.py': '',
    },
    {
      language: 'Python',
      framework: 'Django',
      packageManager: 'pip',
      testCommand: 'python manage.py test',
      lintCommand: 'python -m flake8',
      testFramework: 'unittest',
      evidence: ['requirements-dev.txt', 'requirements.txt', 'manage.py'],
    },
  ],
  [
    'Flask under pipenv, with a script',
    {
      Pipfile: `[[source]]
url = "https://pypi.org/simple"
verify_ssl = true
name = "pypi"

[packages]
flask = "*"

[dev-packages]
pytest = "*"

[scripts]
test = "pytest -q"
`,
      'Pipfile.lock': '{}',
    },
    {
      language: 'Python',
      framework: 'Flask',
      packageManager: 'pipenv',
      testCommand: 'pipenv run test',
      testFramework: 'pytest',
      evidence: ['Pipfile', 'Pipfile.lock'],
    },
  ],
  [
    'a library in setup.py and setup.cfg, tested by tox as pytest is installed nowhere else',
    {
      'setup.py': 'from setuptools import setup\n\nsetup()\n',
      'setup.cfg': `[metadata]
name = typed-ini
[options]
packages = find:
install_requires =
    click>=8
[flake8]
max-line-length = 100
[tool:pytest]
testpaths = tests
`,
      'tox.ini':
        '[tox]\nenvlist = py310,py311\n\n[testenv]\ndeps =\n    pytest\ncommands = pytest {posargs}\n',
    },
    {
      language: 'Python',
      framework: 'Click',
      packageManager: 'pip',
      testCommand: 'tox',
      lintCommand: 'python -m flake8',
      buildCommand: 'python -m build',
      testFramework: 'pytest',
      evidence: ['setup.py', 'setup.cfg', 'tox.ini'],
    },
  ],
  [
    'literal lists of setup.py',
    {
      'setup.py': `from setuptools import find_packages, setup
setup(
    name="django",  # a name is no dependency
    packages=find_packages(),
    install_requires=["tornado>=6", 'python_dateutil'],
    extras_require={"dev": ["pytest[extra]>=7", "tox"]},
)
`,
      'conftest.py': '',
    },
    {
      language: 'Python',
      framework: 'Tornado',
      packageManager: 'pip',
      testCommand: 'python -m pytest',
      buildCommand: 'python -m build',
      testFramework: 'pytest',
      evidence: ['setup.py', 'conftest.py'],
    },
  ],
  [
    'hatch with environments',
    {
      'pyproject.toml': `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "tiny"
dynamic = ["version"]
[tool.hatch.envs.default]
dependencies = ["pytest"]
[tool.hatch.envs.lint]
detached = true
dependencies = ["ruff"]
`,
    },
    {
      language: 'Python',
      packageManager: 'hatch',
      testCommand: 'hatch test',
      lintCommand: 'hatch run ruff check',
      buildCommand: 'hatch build',
      testFramework: 'pytest',
      evidence: ['pyproject.toml'],
    },
  ],
  [
    'pdm with a test script',
    {
      'pyproject.toml': `[project]
name = "feed"
dependencies = ["aiohttp>=3.11"]
[tool.pdm.scripts]
test = "python -m unittest"
[tool.pdm.dev-dependencies]
lint = ["ruff"]
`,
      'pdm.lock': '',
    },
    {
      language: 'Python',
      framework: 'aiohttp',
      packageManager: 'pdm',
      testCommand: 'pdm run test',
      lintCommand: 'pdm run ruff check',
      evidence: ['pyproject.toml', 'pdm.lock'],
    },
  ],
  [
    'nox declared as a dependency is run from the environment',
    {
      'pyproject.toml': '[project]\nname = "a"\n[project.optional-dependencies]\ndev = ["nox"]\n[tool.uv]\n',
      'noxfile.py': 'import nox\n\n@nox.session\ndef tests(session):\n    session.run("stestr", "run")\n',
    },
    {
      language: 'Python',
      packageManager: 'uv',
      testCommand: 'uv run nox',
      testFramework: 'nox',
      evidence: ['pyproject.toml', 'noxfile.py'],
    },
  ],
  [
    'unittest where its discovery finds a package of tests',
    {
      'pyproject.toml': '[project]\nname = "plain"\n',
      'tests/__init__.py': '',
      'tests/test_it.py': 'import unittest',
    },
    {
      language: 'Python',
      packageManager: 'pip',
      testCommand: 'python -m unittest',
      testFramework: 'unittest',
      evidence: ['pyproject.toml'],
    },
  ],
  [
    'a poetry project that is no package is not built',
    { 'pyproject.toml': '[tool.poetry]\npackage-mode = false\n[build-system]\nrequires = ["poetry-core"]\n' },
    { language: 'Python', packageManager: 'poetry', evidence: ['pyproject.toml'] },
  ],
  [
    'malformed TOML: the lock file and the requirements still speak',
    { 'pyproject.toml': '[project\nname = ', 'uv.lock': '', 'requirements.txt': 'flask\npytest\n' },
    {
      language: 'Python',
      framework: 'Flask',
      packageManager: 'uv',
      testCommand: 'uv run pytest',
      testFramework: 'pytest',
      evidence: ['pyproject.toml', 'requirements.txt', 'uv.lock'],
    },
  ],
  [
    'other shapes than expected',
    {
      'pyproject.toml':
        'tool = ["uv"]\ndependency-groups = "pytest"\n[project]\ndependencies = { django = "1" }\n' +
        'optional-dependencies = [["flask"]]\n[__proto__]\ntool = { poetry = {} }\n',
      Pipfile: 'packages = 1',
      'setup.cfg': '=\n[\n[options\n  orphan\n:::\n',
      'setup.py': 'setup(install_requires=[[[["flask"',
    },
    {
      language: 'Python',
      packageManager: 'pipenv',
      buildCommand: 'python -m build',
      evidence: ['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile'],
    },
  ],
]);
