/**
 * The scripted agent: a program that follows the orders on its standard input. It starts as fast as it can, so it
 * imports nothing but what Node has at hand.
 */
import { readFileSync } from 'node:fs';
import { print, send } from '../wire/print.ts';
import { act, type Stage } from './act.ts';
import type { Orders } from './orders.ts';

delete process.env.NODE_COMPILE_CACHE;
const orders: Orders = JSON.parse(readFileSync(0, 'utf8'));
const stage: Stage = { root: process.cwd(), prompt: orders.prompt, readOnly: orders.readOnly, send, print };
send({ type: 'session', id: orders.sessionId });
for (const step of orders.steps) await act(step, stage);
send({ type: 'done' });
