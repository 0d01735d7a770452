import { describe, expect, it } from 'vitest';
import { leavesOf } from '../../../src/cli/settings/parts.ts';
import { model, settings } from './of-file.ts';

describe('the defaults', () => {
  const { recovery } = settings('');

  it('of the doctor are a confidence of 0.7, 0.8 near a limit, 4 attempts, categories of risk, 1 escalation and 1 fix [003-13]', () =>
    expect(recovery.doctor).toMatchObject({
      minConfidence: 0.7,
      nearLimit: 0.8,
      manyAttempts: 4,
      highRisk: ['import', 'logic', 'landing_conflict'],
      lowRisk: ['infra.network', 'infra.disk', 'lint', 'no_change'],
      strongAgainPerPhase: 1,
      fixesPerPhase: 1,
    }));

  it('of the doctor are 2 questions for a phase, 10 in a run, 5 of them to the strong model and 3 about infrastructure', () =>
    expect(recovery.doctor).toMatchObject({ perPhase: 2, perRun: 10, strongPerRun: 5, infraPerRun: 3 }));

  it('allow 1 new approach for a phase and 5 in a run [003-16]', () =>
    expect(recovery.replan).toMatchObject({ perPhase: 1, perRun: 5 }));
});

/** Every threshold that there is for what is done about failures, and none of them as it is by default. */
const ALL = `
maxAttempts: 7
models:
  doctor: [cheap, strong]
  developer: [small, large]
recovery:
  doctor:
    afterFailures: 3
    perPhase: 4
    perRun: 20
    strongPerRun: 6
    infraPerRun: 7
    infra: [infra.disk]
    manyCategories: 3
    manyAttempts: 5
    nearLimit: 0.9
    highRisk: [build]
    lowRisk: [checks]
    minConfidence: 0.6
    strongAgainPerPhase: 2
    skip: never
    fixes: [npm ci]
    fixesPerPhase: 3
  similarity: { messages: false, threshold: 0.5, minLength: 10, metric: jaccard }
  replan: { afterSame: 3, perPhase: 2, perRun: 9, fatal: [import] }
  escalation: { perPhase: 2 }
  breaker: { failures: 2, windowMs: 60000, restMs: 1000 }
  stuck: { maxRounds: 4, reduceBelow: 0.1, escalateAbove: 0.4 }
`;

describe('one file', () => {
  it('sets every threshold of what is done about failures, by name [003-22]', () => {
    const [made, usual] = [leavesOf(settings(ALL)), leavesOf(settings(''))];
    const switches = [
      'recovery.enabled',
      'recovery.doctor.enabled',
      'recovery.replan.enabled',
      'recovery.escalation.enabled',
      'recovery.scope.reduce',
    ];
    const thresholds = [...usual.keys()].filter(
      path => path.startsWith('recovery.') && !switches.includes(path),
    );
    expect(thresholds).toHaveLength(31);
    const unchanged = thresholds.filter(
      path => JSON.stringify(made.get(path)) === JSON.stringify(usual.get(path)),
    );
    expect(unchanged).toEqual([]);
    expect(Object.fromEntries(made)).toMatchObject({
      maxAttempts: 7,
      'models.doctor': [model('cheap'), model('strong')],
      'recovery.doctor.perPhase': 4,
      'recovery.doctor.perRun': 20,
      'recovery.doctor.strongPerRun': 6,
      'recovery.doctor.infraPerRun': 7,
      'recovery.doctor.minConfidence': 0.6,
      'recovery.doctor.nearLimit': 0.9,
      'recovery.doctor.manyAttempts': 5,
      'recovery.doctor.highRisk': ['build'],
      'recovery.doctor.lowRisk': ['checks'],
      'recovery.doctor.strongAgainPerPhase': 2,
      'recovery.doctor.fixes': ['npm ci'],
      'recovery.doctor.fixesPerPhase': 3,
      'recovery.replan.afterSame': 3,
      'recovery.similarity.messages': false,
      'recovery.similarity.threshold': 0.5,
      'recovery.similarity.minLength': 10,
      'recovery.replan.perPhase': 2,
      'recovery.replan.perRun': 9,
      'recovery.replan.fatal': ['import'],
    });
  });
});
