/** Prints the published JSON Schema of plans. */
import { planJsonSchema } from '../src/plan/data/schema.ts';

process.stdout.write(`${JSON.stringify(planJsonSchema(), null, 2)}\n`);
