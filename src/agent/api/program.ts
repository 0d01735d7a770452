/** The agent on models of several providers: a program that follows the orders on its standard input. */
import { readFileSync } from 'node:fs';
import { send } from '../wire/print.ts';
import { loadModel } from './load.ts';
import type { Orders } from './orders.ts';
import { work } from './work.ts';

const FAILED = 1;
const ENDED = 143;

// The AI SDK has opinions on settings, and would print them.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
// For us, not for the commands that we run.
delete process.env.NODE_USE_ENV_PROXY;

const end = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    end.abort();
    process.exit(ENDED);
  });

const orders: Orders = JSON.parse(readFileSync(0, 'utf8'));
send({ type: 'session', id: orders.sessionId });
const place = { root: process.cwd(), environment: { ...process.env }, signal: end.signal };
const loaded = await loadModel(orders.chosen);
const last =
  'category' in loaded ? { type: 'error' as const, ...loaded } : await work(orders, loaded, place, send);
send(last);
// Not left to open connections.
process.exit(last.type === 'done' ? 0 : FAILED);
