import type { RunEvent } from '../../src/run/event.ts';
import { KNOWN_EVENTS } from '../../src/run/migrate.ts';

/** The names of events on the wire and in journals. */
export const EVENT_TYPES = Object.keys(KNOWN_EVENTS) as RunEvent['type'][];
