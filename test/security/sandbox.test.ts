import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTimeOf } from '../../src/agent/process/sweep.ts';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { fileName } from '../../src/base/file-name.ts';
import { SCRIPTED_RUN, workshop } from '../cli/workshop.ts';

/** `.ci/run` installs it; elsewhere these tests need somebody to have done so. */
const isThere = bubblewrap(process.env.PATH ?? '').ok;

/**
 * The bits of rights that lead past no mount: to files by their owner (0, 1, 3, 4), to processes (5), users (6, 7), ports (10).
 * https://github.com/torvalds/linux/blob/master/include/uapi/linux/capability.h
 */
const HARMLESS = [0, 1, 3, 4, 5, 6, 7, 10].reduce((all, bit) => all | (1n << BigInt(bit)), 0n);

describe.runIf(isThere)('an agent in the sandbox', () => {
  let shared: Promise<Tried> | null = null;
  const tried = (): Promise<Tried> => {
    shared ??= tryAll();
    return shared;
  };

  it('writes nowhere but in its workspace [A78]', async () => {
    const { seen, facts } = await tried();
    expect(seen.outside).toMatch(/Read-only file system|nonexistent|No such file/);
    expect(facts.outside).toBe(false);
    expect(seen.checkout).toContain('Read-only file system');
    expect(facts.checkout).toBe(true);
  });

  it('leaves the configuration of the repository as it is [A78]', async () => {
    const { seen, facts } = await tried();
    expect(seen.configuration).not.toContain('exit 0');
    expect(facts.configuration).toBe(true);
  });

  it('does not see keys, nor the journal [A79]', async () => {
    const { seen } = await tried();
    expect(seen.ssh).not.toContain('private key');
    expect(seen.ssh).not.toContain('exit 0');
    expect(seen.netrc).not.toContain('secret');
    expect(seen.journal).not.toContain('exit 0');
  });

  it('does not take the walls down, be it root or not [A86]', async () => {
    const { seen, facts } = await tried();
    expect(seen.undo).not.toContain('private key');
    expect(seen.undo).toContain('end of tries');
    expect(facts.outside).toBe(false);
    const rights = BigInt(`0x${/^CapEff:\s+([0-9a-f]+)$/m.exec(seen.undo!)![1]}`);
    expect(rights & ~HARMLESS).toBe(0n);
  });

  it('neither sees nor ends processes of others [A80]', async () => {
    const { seen } = await tried();
    expect(seen.kill).toMatch(/exit [^0]/);
    expect(Number(seen.kill!.trim().split('\n').at(-1))).toBeLessThan(10);
    expect(startTimeOf(process.pid)).not.toBeNull();
  });

  it('has temporary files for itself', async () => {
    const { seen, facts } = await tried();
    expect(seen.temporary).toBe('mine\n');
    expect(facts.temporary).toBe(false);
  });

  it('reads the home of the user, and writes there what is gone afterwards', async () => {
    const { seen, facts } = await tried();
    expect(seen.home).toContain('as it was');
    expect(seen.home).toContain('Read-only file system');
    expect(seen.home).toMatch(/new\n$/);
    expect(facts.home).toBe(true);
  });

  it('keeps what package managers download apart from what the user has', async () => {
    const { seen, facts } = await tried();
    expect(seen.cache).toBe('ok\n');
    expect(facts.cache).toBe(true);
  });

  it('works in its workspace as anywhere else, and git tells it what there is', async () => {
    const { seen } = await tried();
    expect(seen.work).toContain('?? done.txt');
    expect(seen.work).toMatch(/\n1\n$/);
  });

  it('that may only read changes nothing, whatever it runs [A78]', async () => {
    const { facts } = await tried();
    expect(facts.reviewer).toBe(true);
  });
});

interface Tried {
  /** What each try printed. */
  readonly seen: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, boolean>>;
}

/** One run in which the developer tries everything that it is not to get. The folders are gone afterwards. */
async function tryAll(): Promise<Tried> {
  const shop = workshop({ 'README.md': 'Hello\n', 'plan.md': '### Task 1: Try it all\n' });
  const user = join(shop.repository, '..');
  for (const folder of ['.ssh', '.aws', '.config/gh', 'elsewhere'])
    mkdirSync(join(user, folder), { recursive: true });
  writeFileSync(join(user, '.ssh/id_ed25519'), 'the private key\n');
  writeFileSync(join(user, '.netrc'), 'machine example.com password secret\n');
  writeFileSync(join(user, 'notes.txt'), 'as it was\n');
  const place = join(user, 'elsewhere/made');
  const victim = process.pid;
  const tries: Record<string, string> = {
    outside: `echo x > '${place}'; echo "exit $?"`,
    checkout: `echo x > '${shop.repository}/README.md'; echo "exit $?"`,
    configuration: 'git config core.fsmonitor ./evil; echo "exit $?"',
    ssh: `ls -a '${user}/.ssh'; cat '${user}/.ssh/id_ed25519'; echo "exit $?"`,
    undo: [
      `umount '${user}/.ssh'; mount -o remount,rw,bind /; echo x > '${place}'`,
      `mknod device b 1 0; unshare -Urm sh -c "umount '${user}/.ssh'; cat '${user}/.ssh/id_ed25519'; echo x > '${place}'"`,
      `nsenter --mount=/proc/1/ns/mnt cat '${user}/.ssh/id_ed25519'; chroot /proc/1/root cat '${user}/.ssh/id_ed25519'`,
      `cat '${user}/.ssh/id_ed25519'; grep CapEff /proc/self/status; echo "end of tries"`,
    ].join('; '),
    netrc: `cat '${user}/.netrc'; echo "exit $?"`,
    journal: `ls '${shop.home}'/journal.db; echo "exit $?"`,
    kill: `kill -0 ${victim}; echo "exit $?"; ls /proc | grep -c '^[0-9]'`,
    temporary: 'echo mine > /tmp/private-of-the-agent && cat /tmp/private-of-the-agent',
    home: `cat '${user}/notes.txt'; echo changed > '${user}/notes.txt'; echo new > '${user}/.new-tool'; cat '${user}/.new-tool'`,
    cache: `mkdir -p '${user}/.npm/_cacache' '${user}/.cache/pip' && echo kept > '${user}/.npm/_cacache/x' && echo kept > '${user}/.cache/pip/x' && echo ok`,
    work: 'echo done > done.txt; git status --short; git log --oneline | wc -l',
  };
  const script = {
    developer: {
      '*': [Object.entries(tries).map(([name, line]) => ({ shell: `(${line}) > ${name}.out 2>&1` }))],
    },
  };
  shop.write(
    'script.json',
    JSON.stringify({
      ...script,
      reviewer: { '*': [[{ shell: 'echo x > by-reviewer.txt' }, { reply: { approved: true } }]] },
    }),
  );
  const { code, err } = await shop.run(...SCRIPTED_RUN, '--set', 'sandbox=bwrap');
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  const seen = Object.fromEntries(
    Object.keys(tries).map(name => [name, shop.git('show', `work:${name}.out`)]),
  );
  const outside = existsSync(place);
  const checkout = readFileSync(join(shop.repository, 'README.md'), 'utf8') === 'Hello\n';
  const configuration = !shop.git('config', '--list').includes('evil');
  const temporary = existsSync('/tmp/private-of-the-agent');
  const home =
    readFileSync(join(user, 'notes.txt'), 'utf8') === 'as it was\n' && !existsSync(join(user, '.new-tool'));
  const cache =
    !existsSync(join(user, '.npm')) && existsSync(join(shop.home, 'caches', fileName('.npm'), '_cacache/x'));
  const reviewer = !err.includes('by-reviewer.txt');
  return { seen, facts: { outside, checkout, configuration, temporary, reviewer, home, cache } };
}
