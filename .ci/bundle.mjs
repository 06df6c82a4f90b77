import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Makes the program that `npm pack` ships: `dist/main.js` with the parts that commands load when they are wanted. The
 * tests make it elsewhere, with programs of their own beside it: `bundle.mjs [FOLDER [PROGRAM …]]`.
 * Node takes as long to find and open a module as to run it, and some 70 kB for each: as single files, ours and those
 * of the libraries that consist of hundreds of them cost half of the start and a third of the memory. Slack's libraries,
 * undici, which they load too, and those that look for files of their own beside them stay where npm puts them.
 */
const root = join(import.meta.dirname, '..');
const [folder = join(root, 'dist'), ...more] = process.argv.slice(2);
const together = ['commander', 'kysely', 'lru-cache', 'zod'];

/** A module's own address: what it looks for beside itself is found from the one file as from its own. */
const ownAddress = {
  name: 'own-address',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const compiled = relative(join(root, 'src'), id).replace(/\.ts$/, '.js');
      return code.replaceAll('import.meta.url', `new URL('./${compiled}', import.meta.url).href`);
    },
  },
};

/** V8 keeps a program's text in memory, with two bytes for each letter if any is outside of Latin-1. */
const escaped = {
  name: 'escaped',
  renderChunk: (code) =>
    code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

const bundle = await rolldown({
  input: [join(root, 'src/main.ts'), ...more],
  platform: 'node',
  external: (id) => !/^[./]/.test(id) && !together.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [ownAddress, escaped],
});
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // What the log calls an error by, and where a stack says it was.
  keepNames: true,
  minify: false,
});
await bundle.close();
