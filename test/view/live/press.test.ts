import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/run/event.ts';
import { START } from '../../../src/view/live/press.ts';
import type { Scene, Wish } from '../../../src/view/live/scene.ts';
import { screenLines } from '../../../src/view/live/screen.ts';
import { planOf } from '../report/story.ts';
import { drama } from '../why/drama.ts';
import { pressAll } from './keys.ts';
import { busy, drafted, failed, held, large, proposed, sceneOf, screenOf, stalled } from './scenes.ts';

const ask = (command: Command): Wish => ({ kind: 'ask', command });
const open = (page: 'details' | 'diff' | 'log' | 'plan', position: number | null): Wish => ({
  kind: 'open',
  page,
  position,
});

/** All has landed. */
function completed(): Scene {
  const told = drama(planOf('1'));
  told.lands('1');
  told.add(0, { type: 'run_ended', status: told.state().ending!, head: null, leftover: null, record: null });
  return sceneOf(told.state(), { driver: null });
}

/** Two phases wait for a word before they start, a third one is still to wait. */
const gated = (): Scene => {
  const plan = planOf('1; 2; 3: 1', { '1': { gated: true }, '2': { gated: true }, '3': { gated: true } });
  return sceneOf(drama(plan).state());
};

/** One phase waits for a word before it starts; another one is under way. */
const waitsAlone = (): Scene => {
  const told = drama(planOf('1; 2', { '1': { gated: true } }));
  told.fact(0, { type: 'workspace_opened', phase: '2', attempt: 1, lane: 0, path: '/tmp/slot' });
  return sceneOf(told.state());
};

const undriven = (scene: Scene): Scene => ({ ...scene, view: { ...scene.view, driver: null } });
const paused = (): Scene => undriven(pausing());
const pausing = (): Scene => {
  const told = drama(planOf('1'));
  told.add(0, { type: 'run_paused', reason: 'paused by request' });
  return sceneOf(told.state());
};

const HELD = (): Scene => sceneOf(held().state());
const PROPOSED = (): Scene => sceneOf(proposed().state());

type Case = readonly [name: string, scene: () => Scene, keys: string, ...wishes: Wish[]];

describe('keys that ask for something', () => {
  const cases: readonly Case[] = [
    ['details of what is followed', busy, 'enter', open('details', 1)],
    ['details of what is selected', busy, 'end enter', open('details', 5)],
    ['the diff', busy, 'down d', open('diff', 2)],
    ['the log of a phase', busy, 'l', open('log', 1)],
    ['the log of the run, where nothing is under way', completed, 'l', open('log', null)],
    ['the plan while it is a draft', () => drafted(true), 'enter', open('plan', null)],
    ['to leave', busy, 'q', { kind: 'leave' }],
    ['to stop', busy, 'ctrl+c', { kind: 'stop' }],
    ['to leave what is only watched', () => ({ ...busy(), isOwner: false }), 'ctrl+c', { kind: 'leave' }],
    ['to be put aside', busy, 'ctrl+z', { kind: 'suspend' }],
    ['a pause', busy, 'p', ask({ type: 'pause' })],
    ['to go on', () => undriven(busy()), 'p', { kind: 'resume' }],
    ['to go on after a pause', paused, 'p', { kind: 'resume' }],
    ['to go on before the driver of a paused run has ended', pausing, 'p', { kind: 'resume' }],
    ['to go on after a failure, if that is meant', failed, 'p y', { kind: 'resume' }],
    ['nothing after a failure, if it is not', failed, 'p n'],
    ['a landing', HELD, 'a y', ask({ type: 'approve', phase: '1' })],
    ['a landing from wherever one looks', HELD, 'end a Y', ask({ type: 'approve', phase: '1' })],
    ['no landing', HELD, 'a n'],
    ['no landing by the enter key', HELD, 'a enter'],
    [
      'another attempt at what waits to land',
      HELD,
      'x n o enter',
      ask({ type: 'reject', phase: '1', message: 'no' }),
    ],
    ['nothing without the words that are needed', HELD, 'x space enter'],
    ['nothing where the words are given up', HELD, 'x n o esc enter esc', open('details', 0)],
    ['the plan', () => drafted(true), 'a y', ask({ type: 'approve', phase: null })],
    [
      'another plan',
      () => drafted(true),
      'x b a d backspace enter',
      ask({ type: 'reject', phase: null, message: 'ba' }),
    ],
    ['less', PROPOSED, 'a y', ask({ type: 'approve', phase: 'a' })],
    ['an end to it', PROPOSED, 'x n o enter', ask({ type: 'reject', phase: 'a', message: 'no' })],
    ['all of it again', PROPOSED, 'r enter', ask({ type: 'retry', phase: 'a' })],
    ['a start', gated, 'down a y', ask({ type: 'approve', phase: '1' })],
    ['a start beforehand', gated, 'end a y', ask({ type: 'approve', phase: '3' })],
    ['an answer', stalled, 'r h i space ! enter', ask({ type: 'retry', phase: 'a', message: 'hi !' })],
    ['another attempt at what failed', failed, 'end r enter', ask({ type: 'retry', phase: '2a' })],
    ['to do without what needs help', stalled, 's y', ask({ type: 'skip', phase: 'a' })],
    ['to do without what waits to start', waitsAlone, 's y', ask({ type: 'skip', phase: '1' })],
    ['to do without another that is selected', waitsAlone, 'end s y', ask({ type: 'skip', phase: '2' })],
    ['nothing by letters together with Ctrl', stalled, 'ctrl+a ctrl+s ctrl+q ctrl+d ctrl+r y'],
    ['to do without', busy, 's y', ask({ type: 'skip', phase: '2a' })],
    ['nothing where it is not sure', busy, 's n'],
    ['to stop in the middle of a question', HELD, 'x n o ctrl+c', { kind: 'stop' }],
    ['to stop in the middle of a page', busy, '? ctrl+c', { kind: 'stop' }],
  ];
  for (const [title, scene, keys, ...wishes] of cases) {
    it(title, () => expect(pressAll(scene(), keys).wishes).toEqual(wishes));
  }
});

describe('what cannot be done', () => {
  it.each([
    ['a', completed, /^the run is completed/],
    ['r', completed, /^the run is completed/],
    ['s', completed, /^the run is completed/],
    ['p', completed, /^the run is completed/],
    ['a', busy, /^nothing waits for approval$/],
    ['x', busy, /^there is nothing to be sent back/],
    ['r', busy, /^no phase has failed or waits for help$/],
    ['home s', busy, /^1 is completed$/],
    ['a', stalled, /^a needs help, not approval/],
    ['a', gated, /^1, 2 wait for you: select one$/],
    ['p', HELD, /^the run is waiting; there is nothing to pause$/],
    ['s', gated, /^1, 2 wait for you: select one$/],
    ['a', () => drafted(false), /^the plan is still being written$/],
    ['s', () => drafted(false), /^there are no phases yet$/],
    ['down', () => drafted(false), /^there are no phases yet$/],
    ['d', () => drafted(false), /^nothing is changed before/],
    ['w', busy, /^this key does nothing; \? lists/],
    ['tab', busy, /^this key does nothing/],
    ['? w', busy, /^this key does nothing here; esc/],
    ['x enter', HELD, /^words are needed/],
    ['a n', HELD, /^no: all stays as it is$/],
  ] as const)('%s gives a reason', (keys, scene, notice) => {
    const { ui, wishes } = pressAll(scene(), keys);
    expect(ui.notice).toMatch(notice);
    expect(wishes).toEqual([]);
  });

  it('is forgotten with the next key', () => {
    expect(pressAll(busy(), 'a down').ui.notice).toBeNull();
  });
});

describe('questions', () => {
  it('name why a phase waits to land', () => {
    expect(pressAll(HELD(), 'a').ui.question?.text).toBe(
      'let 1 Phase 1 land? every phase waits for a person before it lands',
    );
  });

  it('name what must be and would be left out, or send to the command that does', () => {
    const { ui } = pressAll(PROPOSED(), 'a');
    expect(ui.question?.text).toBe('accept less of a Phase a? It leaves out what must be: It must be fast.');
    const small = pressAll(PROPOSED(), 'a', {}, screenOf(20, 5)).ui;
    expect(small.question).toBeNull();
    expect(small.notice).toContain('phasewright approve k7m2 a');
  });

  it('take words as they are typed, without what steers a terminal', () => {
    const { ui } = pressAll(HELD(), 'x a 漢 \x1B[2J é backspace');
    expect(ui.question).toMatchObject({ typed: 'a漢 [2J' });
    expect(pressAll(HELD(), 'x a b ctrl+u c').ui.question).toMatchObject({ typed: 'c' });
    expect(pressAll(HELD(), 'x a b space c d space ctrl+w').ui.question).toMatchObject({ typed: 'ab ' });
    expect(pressAll(HELD(), 'x a ctrl+a ctrl+y').ui.question).toMatchObject({ typed: 'a' });
  });

  it('repeat what the answer is to be about', () => {
    const { ui } = pressAll(stalled(), 'r');
    const shown = screenLines(stalled(), ui, screenOf(60, 24)).slice(-3);
    expect(shown.map(line => line.trim())).toEqual([
      'the developer asks: Which of the two ports?; answer with',
      'retry a --message "…", or edit or skip the phase',
      'retry a with these words, if…: ▏',
    ]);
  });
});

describe('the selection', () => {
  it.each([
    ['', null],
    ['down', 2],
    ['up', 0],
    ['up up up', 0],
    ['j j k', 2],
    ['end', 5],
    ['G down', 5],
    ['end g', 0],
    ['pgdn', 5],
    ['down esc', null],
  ])('after %j', (keys, selected) => {
    expect(pressAll(busy(), keys).ui.selected).toBe(selected);
  });

  it('goes in the order that is shown, half a screen at a time', () => {
    expect(pressAll(large(1_000), 'pgdn pgdn pgup').ui.selected).toBe(333 + 12);
  });

  it('begins at either end where nothing is under way', () => {
    expect(pressAll(completed(), 'down').ui.selected).toBe(0);
    expect(pressAll(gated(), 'up').ui.selected).toBe(2);
  });
});

describe('the log', () => {
  const scene = { ...busy(), log: Array.from({ length: 20 }, (_, index) => `${index}`) };
  it.each([
    ['shift+up shift+up shift+down', 1],
    ['shift+down', 0],
    ['[', 4],
    ['[ [ [ [ [ [ [', 15],
    ['[ ]', 0],
    ['[ esc', 0],
  ])('is scrolled by %s', (keys, back) => {
    expect(pressAll(scene, keys, {}, screenOf(80, 26)).ui.logBack).toBe(back);
  });

  it('says where it is to be found on a small screen', () => {
    expect(pressAll(scene, '[', {}, screenOf(80, 8)).ui.notice).toContain('l opens it');
  });
});

it('helps with all keys and closes again as it was', () => {
  const { ui } = pressAll(busy(), '?');
  const text = ui.page!.lines.join('\n');
  for (const key of ['enter', 'd', 'l', 'a', 'x', 'r', 's', 'p', 'q', 'Ctrl-C', 'Ctrl-Z', 'esc'])
    expect(text).toMatch(new RegExp(`^ {3}${key} `, 'm'));
  for (const line of ui.page!.lines) expect(line.length).toBeLessThanOrEqual(80);
  for (const icon of ['○', '●', '↻', '✓', '✗', '⊘', '–']) expect(text).toContain(`   ${icon} `);
  for (const keys of ['esc', 'q', 'enter']) expect(pressAll(busy(), `? ${keys}`).ui).toEqual(START);
});
