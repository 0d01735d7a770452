import { readFileSync } from 'node:fs';
import { isSideCall, type ModelStep, startModelServer } from './server.ts';

/** By hand: `node test/model-server/main.ts PORT STEPS.json`. The file is read anew for each request. */
const [port, file] = process.argv.slice(2);
if (port === undefined || file === undefined) {
  console.error('usage: node test/model-server/main.ts PORT STEPS.json');
  process.exit(2);
}
const server = await startModelServer(asked => {
  console.log(JSON.stringify({ ...asked, system: `${asked.system.length} characters` }));
  return isSideCall(asked) ? null : (JSON.parse(readFileSync(file, 'utf8')) as readonly ModelStep[]);
}, Number(port));
console.log(server.url);
