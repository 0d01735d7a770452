import { describe, expect, it } from 'vitest';
import { PARTWISE } from '../../../src/cli/settings/file-schema.ts';
import { originText } from '../../../src/cli/settings/origin.ts';
import { type Resolved, resolveSettings, type Sources } from '../../../src/cli/settings/resolve.ts';
import { PRESET_SETTINGS, settingsOf, settingsSchema } from '../../../src/run/settings.ts';

interface Given extends Partial<Omit<Sources, 'user' | 'repository'>> {
  readonly user?: string;
  readonly repository?: string;
}

const resolution = ({ user, repository, ...rest }: Given) =>
  resolveSettings({
    user: user === undefined ? null : { name: '/u/config.yaml', text: user },
    repository: repository === undefined ? null : { name: 'phasewright.yaml', text: repository },
    profile: null,
    environment: {},
    set: [],
    flags: [],
    readPrompt: path => ({ ok: true, text: `text of ${path} {{assignment}} {{report}}` }),
    agentProblem: name => (name === 'nobody' ? 'there is no agent nobody' : null),
    ...rest,
  });

function resolved(given: Given): Resolved {
  const result = resolution(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.resolved;
}

const complaints = (given: Given): string[] => {
  const result = resolution(given);
  return result.ok ? [] : result.problems.map(({ place, message }) => `${place}: ${message}`);
};

const attempts = (given: Given): [number, string] => {
  const { settings, origins } = resolved(given);
  return [settings.maxAttempts, originText(origins.get('maxAttempts')!)];
};

describe('settings in layers', () => {
  const layers: [origin: string, given: Given, value: number][] = [
    ['default', {}, 2],
    ['preset tasks', { flags: [{ flag: '--preset', path: 'preset', value: 'tasks' }] }, 5],
    ['user file /u/config.yaml:1', { user: 'maxAttempts: 11' }, 11],
    [
      'repository file phasewright.yaml:2',
      { repository: 'profiles: { ci: { maxAttempts: 13 } }\nmaxAttempts: 12' },
      12,
    ],
    ['profile ci (phasewright.yaml:1)', { environment: { PHASEWRIGHT_PROFILE: 'ci' } }, 13],
    [
      'environment PHASEWRIGHT_SET_MAX_ATTEMPTS',
      { environment: { PHASEWRIGHT_PROFILE: 'ci', PHASEWRIGHT_SET_MAX_ATTEMPTS: '14' } },
      14,
    ],
    ['--set', { set: ['maxAttempts=15'] }, 15],
    ['--max-attempts', { flags: [{ flag: '--max-attempts', path: 'maxAttempts', value: 16 }] }, 16],
  ];

  it.each(layers.map(([origin], rank) => [origin, rank] as const))(
    '%s wins over all below it',
    (origin, rank) => {
      const given: Given = Object.assign({}, ...layers.slice(0, rank + 1).map(([, source]) => source));
      expect(attempts(given)).toEqual([layers[rank]![2], origin]);
    },
  );

  it('merge maps part by part and replace lists', () => {
    const { settings } = resolved({
      user: 'scope: { outside: ask, allow: [a] }\nchecks: [one, two]\ncommit: { hooks: true }',
      repository: 'scope: { allow: [b], maxDeletedLines: 9 }\nchecks: [three]',
      set: ['scope.protected=reject'],
    });
    expect(settings.scope).toEqual({
      ...PRESET_SETTINGS.phased.scope,
      outside: 'ask',
      allow: ['b'],
      maxDeletedLines: 9,
      protected: 'reject',
    });
    expect(settings.checks.map(({ command }) => command)).toEqual(['three']);
    expect(settings.commit).toEqual({ mode: 'phase', hooks: true, author: null });
  });

  it('know where every single value comes from', () => {
    const { settings, origins } = resolved({ repository: 'preset: subtasks\nagent: scripted' });
    expect(settings).toEqual(settingsOf('subtasks', {}));
    expect(settingsSchema.parse(settings)).toEqual(settings);
    const told = Object.fromEntries([...origins].map(([path, origin]) => [path, originText(origin)]));
    expect(told).toMatchObject({
      preset: 'repository file phasewright.yaml:1',
      agent: 'repository file phasewright.yaml:2',
      schedule: 'preset subtasks',
      onFailure: 'preset subtasks',
      concurrency: 'default',
      'limits.sessionMs': 'default',
    });
    expect(origins.has('script')).toBe(false);
  });

  it('say when a default follows from another setting', () => {
    expect(attempts({ set: ['onReject=continue'] })).toEqual([5, 'default with onReject: continue']);
    expect(attempts({ set: ['preset=tasks', 'onReject=fresh'] })).toEqual([5, 'preset tasks']);
  });

  it('take a profile of both files, that of the repository first', () => {
    const given: Given = {
      user: 'profiles: { ci: { maxAttempts: 3, tdd: off } }',
      repository: 'tdd: enforce\nprofiles: { ci: { maxAttempts: 4 } }',
      profile: 'ci',
      environment: { PHASEWRIGHT_PROFILE: 'other' },
    };
    expect(resolved(given).settings).toMatchObject({ maxAttempts: 4, tdd: 'off' });
    expect(attempts(given)[1]).toBe('profile ci (phasewright.yaml:2)');
  });

  it('are merged at every depth, and know where each part comes from', () => {
    const { settings, origins } = resolved({
      user: 'recovery: { doctor: { perPhase: 7, infra: [lint] } }\nprices: { a.b: { input: 1, output: 1 } }',
      repository: 'recovery:\n  doctor: { perRun: 8 }\n  replan: off\nprices: { c: { input: 2, output: 2 } }',
      environment: {
        PHASEWRIGHT_SET_RECOVERY__DOCTOR__INFRA: '[tests, build]',
        PHASEWRIGHT_SET_BUDGETS__PHASE__WALL_MINUTES: '90',
      },
      set: ['recovery.doctor.perPhase=3', 'models.developer.model=x', 'prices.a.b={input: 3, output: 3}'],
    });
    const { recovery, budgets } = PRESET_SETTINGS.phased;
    expect(settings.recovery).toEqual({
      ...recovery,
      doctor: { ...recovery.doctor, perPhase: 3, perRun: 8, infra: ['tests', 'build'] },
      replan: { ...recovery.replan, enabled: false },
    });
    expect(settings.budgets).toEqual({ ...budgets, phase: { ...budgets.phase, wallMs: 5_400_000 } });
    expect(settings.prices).toEqual({ 'a.b': { input: 3, output: 3 }, c: { input: 2, output: 2 } });
    expect(settings.models).toEqual({ developer: [{ agent: null, model: 'x', provider: null }] });
    const told = Object.fromEntries([...origins].map(([path, origin]) => [path, originText(origin)]));
    expect(told).toMatchObject({
      'recovery.doctor.perPhase': '--set',
      'recovery.doctor.perRun': 'repository file phasewright.yaml:2',
      'recovery.doctor.infra': 'environment PHASEWRIGHT_SET_RECOVERY__DOCTOR__INFRA',
      'recovery.doctor.infraPerRun': 'default',
      'recovery.replan.enabled': 'repository file phasewright.yaml:3',
      'budgets.phase.wallMs': 'environment PHASEWRIGHT_SET_BUDGETS__PHASE__WALL_MINUTES',
      'prices.a.b': '--set',
      'prices.c': 'repository file phasewright.yaml:4',
      'models.developer': '--set',
    });
    expect(Object.keys(told).filter(path => PARTWISE.has(path))).toEqual([]);
  });

  it('are guarded on top of a preset, and below everything that is given [003-21]', () => {
    const guarded: Given = { flags: [{ flag: '--guarded', path: 'guarded', value: true }] };
    expect(attempts(guarded)).toEqual([5, 'preset guarded']);
    expect(attempts({ repository: 'guarded: true', set: ['guarded=false'] })).toEqual([2, 'default']);
    expect(attempts({ ...guarded, user: 'maxAttempts: 3' })).toEqual([3, 'user file /u/config.yaml:1']);
    expect(attempts({ ...guarded, set: ['preset=tasks'] })).toEqual([5, 'preset tasks']);
    const { settings, origins } = resolved({ ...guarded, repository: 'preset: autobuild\nrecovery: off' });
    expect(settings).toEqual(settingsOf('autobuild', { recovery: { enabled: false } }, true));
    expect(originText(origins.get('guarded')!)).toBe('--guarded');
    expect(originText(origins.get('recovery.enabled')!)).toBe('repository file phasewright.yaml:2');
  });

  it('take prompts from files', () => {
    const { settings, promptFiles, origins } = resolved({ repository: 'prompts: { developer: a.md }' });
    expect(settings.prompts).toEqual({ developer: 'text of a.md {{assignment}} {{report}}' });
    expect(promptFiles).toEqual({ developer: 'a.md' });
    expect(originText(origins.get('prompts.developer')!)).toBe('repository file phasewright.yaml:1');
  });

  it.each<[string, Given, ...unknown[]]>([
    [
      'a profile that is not there',
      { profile: 'cj', repository: 'profiles: { ci: {} }' },
      '--profile: there is no profile cj (ci?); known profiles: ci',
    ],
    [
      'a profile where there is none',
      { environment: { PHASEWRIGHT_PROFILE: 'ci' } },
      'PHASEWRIGHT_PROFILE: there is no profile ci: no settings file has profiles',
    ],
    [
      'a profile that all objects have',
      { profile: 'constructor', repository: 'profiles: { ci: {} }' },
      expect.stringContaining('--profile: there is no profile constructor'),
    ],
    [
      'a variable of no setting',
      { environment: { PHASEWRIGHT_SET_MAX_ATEMPTS: '1' } },
      'PHASEWRIGHT_SET_MAX_ATEMPTS: no setting has this variable (PHASEWRIGHT_SET_MAX_ATTEMPTS?)',
    ],
    [
      'a variable for profiles',
      { environment: { PHASEWRIGHT_SET_PROFILES: '{}' } },
      expect.stringContaining('PHASEWRIGHT_SET_PROFILES: no setting'),
    ],
    [
      'a variable of no setting, far down',
      { environment: { PHASEWRIGHT_SET_RECOVERY__DOCTOR__PER_FASE: '1' } },
      'PHASEWRIGHT_SET_RECOVERY__DOCTOR__PER_FASE: no setting has this variable (PHASEWRIGHT_SET_RECOVERY__DOCTOR__PER_PHASE?)',
    ],
    [
      'an unknown name, far down',
      { set: ['recovery.doctor.perPhse=3', 'budgets.run.token=1', 'recovery.docter=off'] },
      '--set: unknown setting recovery.doctor.perPhse (perPhase?)',
      '--set: unknown setting budgets.run.token (tokens?)',
      '--set: unknown setting recovery.docter (doctor?)',
    ],
    [
      'a name that leads too far',
      { set: ['recovery.doctor.infra.x=1'] },
      expect.stringContaining('NAME=VALUE'),
    ],
    [
      'a price of nothing',
      { set: ['prices.={input: 1, output: 1}', 'prices.__proto__={input: 1, output: 1}'] },
      expect.stringContaining('is not NAME=VALUE'),
      '--set: unknown setting prices.__proto__',
    ],
    [
      'a wrong variable',
      { environment: { PHASEWRIGHT_SET_SCOPE__OUTSIDE: 'never' } },
      'PHASEWRIGHT_SET_SCOPE__OUTSIDE: scope.outside must be one of ignore, warn, ask, reject, not "never"',
    ],
    [
      'a setting without a value',
      { set: ['tdd'] },
      '--set: "tdd" is not NAME=VALUE, such as scope.outside=reject',
    ],
    ['a value without a setting', { set: ['=1'] }, expect.stringContaining('is not NAME=VALUE')],
    ['a deep name', { set: [`${'a.'.repeat(10_000)}a=1`] }, expect.stringContaining('is not NAME=VALUE')],
    ['an unknown name', { set: ['scope.outsid=warn'] }, '--set: unknown setting scope.outsid (outside?)'],
    [
      'a name that all objects have',
      { set: ['__proto__.review=false'] },
      '--set: unknown setting __proto__ (prompt?)',
    ],
    [
      'a part of what has none',
      { set: ['tdd.off=1'] },
      '--set: tdd must be one of off, warn, enforce, not a map',
    ],
    ['nothing', { set: ['tdd='] }, '--set: tdd has no value; give one, or leave the key out'],
    ['broken YAML', { set: ['checks=["a'] }, expect.stringMatching(/^--set: checks: invalid YAML/)],
    [
      'a wrong option',
      { flags: [{ flag: '--agent', path: 'agent', value: ' ' }] },
      '--agent: agent must not be empty',
    ],
    [
      'mistakes in every layer',
      { user: 'a: 1', repository: 'b: 1', environment: { PHASEWRIGHT_SET_C: '1' }, set: ['d=1'] },
      '/u/config.yaml:1: unknown setting a',
      'phasewright.yaml:1: unknown setting b',
      expect.stringContaining('PHASEWRIGHT_SET_C: no setting'),
      '--set: unknown setting d',
    ],
    [
      'a prompt that cannot be read',
      { repository: 'tdd: off\nprompts: { retry: a.md }', readPrompt: () => ({ ok: false, problem: 'no' }) },
      'phasewright.yaml:2: prompts.retry: no',
    ],
    [
      'a placeholder that there is not',
      {
        repository: 'prompts: { retry: a.md }',
        readPrompt: () => ({ ok: true, text: '{{framing}} {{erors}}' }),
      },
      expect.stringMatching(/^phasewright\.yaml:1: prompts\.retry: .*erors/),
    ],
    [
      'an agent that there is not',
      {
        repository: 'tdd: off\nagent: nobody\nmodels:\n  doctor: [small, { agent: nobody }]\n',
      },
      'phasewright.yaml:2: agent: there is no agent nobody',
      'phasewright.yaml:4: models.doctor: there is no agent nobody',
    ],
    [
      'an option with such an agent',
      { flags: [{ flag: '--agent', path: 'agent', value: 'nobody' }] },
      '--agent: agent: there is no agent nobody',
    ],
    [
      'a session for each subtask of which none can go on',
      { repository: 'tdd: off\nonReject: continue\nsession: subtask\n' },
      expect.stringMatching(
        /^phasewright\.yaml:3: session: subtask .* exclude each other.*onReject to fresh/,
      ),
    ],
    [
      'the same, half of it from a preset',
      { repository: 'preset: tasks', flags: [{ flag: '--session', path: 'session', value: 'subtask' }] },
      expect.stringContaining(
        '--session: session: subtask (--session) and onReject: continue (preset tasks) exclude each other',
      ),
    ],
    [
      'the other half of it from a preset',
      { set: ['preset=subtasks'], flags: [{ flag: '--on-reject', path: 'onReject', value: 'continue' }] },
      expect.stringMatching(/^--on-reject: session: subtask \(preset subtasks\) and /),
    ],
  ])('complain about %s', (_, given, ...expected) => expect(complaints(given)).toEqual(expected));

  it('go together where an override settles what a preset leaves', () => {
    const set = ['preset=tasks', 'session=subtask', 'onReject=fresh'];
    expect(resolved({ set }).settings).toMatchObject({ session: 'subtask', onReject: 'fresh' });
    // An agent that is overridden does no harm.
    const flags = [{ flag: '--agent', path: 'agent', value: 'scripted' }];
    expect(resolved({ repository: 'agent: nobody', flags }).agent).toBe('scripted');
  });

  it('take no notice of other variables, nor of empty ones', () => {
    const environment = {
      PHASEWRIGHT_HOME: '/x',
      PHASEWRIGHT_OTHER: '1',
      PHASEWRIGHT_SET_TDD: '',
      TDD: 'off',
    };
    expect(resolved({ environment }).settings).toEqual(PRESET_SETTINGS.phased);
  });

  it('take values from variables and --set as YAML', () => {
    const { settings } = resolved({
      environment: { PHASEWRIGHT_SET_CHECKS: '[npm test, {command: lint, timeoutSeconds: 5}]' },
      set: ['commit.author={name: A B, email: a@b}', 'review=false', 'review.tier=auto', 'record.folder=a=b'],
    });
    expect(settings.checks.map(({ command }) => command)).toEqual(['npm test', 'lint']);
    expect(settings.commit.author).toEqual({ name: 'A B', email: 'a@b' });
    expect(settings.review).toMatchObject({ when: 'never', tier: 'auto' });
    expect(settings.record.folder).toBe('a=b');
  });
});
