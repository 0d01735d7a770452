/** Asks git in each way that we have while no file can be opened any more, and prints the failures. */
import { openSync } from 'node:fs';
import { git } from '../../src/git/command.ts';
import { conversation } from '../../src/git/conversation.ts';
import { walledGit } from '../../src/git/walled-git.ts';

const environment = { PATH: process.env.PATH ?? '' };
const place = { cwd: process.cwd(), environment };
const { runner } = walledGit({
  environment,
  scratch: process.cwd(),
  identity: () => 'the same',
  commandLine: () => ['/bin/sh'],
});
try {
  for (;;) openSync('/dev/null', 'r');
} catch {
  const asked = await Promise.all([
    git(place, ['version']),
    conversation(place, ['cat-file', '--batch-command']).ask('info HEAD\n', () => null),
    runner(place, ['version'], {}),
  ]);
  console.log(JSON.stringify(asked.map(result => (result.ok ? 'it worked' : result.failure.message))));
}
