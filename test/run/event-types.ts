import type { RunEvent } from '../../src/run/event.ts';
import { EVENT_FIELDS } from '../../src/run/event-fields.ts';

/** The names of events on the wire and in journals. */
export const EVENT_TYPES = Object.keys(EVENT_FIELDS) as RunEvent['type'][];
