import { hostname } from 'node:os';
import type { NewEvent, NewRun, Owner } from '../../src/store/port.ts';

export const owner = (id: string, host = hostname()): Owner => ({ id, host, pid: 1, startTime: 'then' });

export const run = (id: string, repository = '/repo', createdAt = 1): NewRun => ({
  id,
  repository,
  title: `Run ${id}`,
  createdAt,
});

export const event = (value: unknown): NewEvent => ({ at: 1_000, version: 1, data: JSON.stringify(value) });

export const events = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index) => event({ index }));
