/** `node make-bundle.ts src/bin.ts folder` puts the program with all that it imports into a few files in the folder. */
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const [input = '', dir = ''] = process.argv.slice(2);

await build({
  input,
  platform: 'node',
  logLevel: 'silent',
  // Only for some pictures, and larger than all the rest.
  external: /^elkjs/,
  output: { dir, format: 'esm' },
  plugins: [
    {
      name: 'places',
      // What lies beside a source is still found there.
      transform: (code, id) =>
        id.endsWith('.ts')
          ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          : null,
    },
  ],
});
