#!/usr/bin/env node
// Nothing may be imported here that an old Node cannot read: the first thing a user learns must be the reason.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `phasewright needs Node.js 22.18 or newer, and this is ${process.version}: install a newer Node.js.\n`,
  );
  process.exitCode = 2;
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  Promise.all([import('./cli/version.ts'), import('./cli/lost-output.ts')]).then(
    ([{ version }, { endWithoutResults }]) => {
      process.stdout.on('error', endWithoutResults);
      process.stdout.write(`${version()}\n`);
    },
  );
} else {
  import('node:module').then(({ enableCompileCache }) => {
    enableCompileCache();
    return import('./cli/main.ts').then(({ main }) => main(process.argv.slice(2)));
  });
}
