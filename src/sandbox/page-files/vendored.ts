import { fileURLToPath } from 'node:url';

/** The libraries of the page, by the name under `/vendor/`, straight out of `node_modules`. */
const modules: Readonly<Record<string, string>> = {
  'preact.js': 'preact',
  'preact-hooks.js': 'preact/hooks',
  'htm.js': 'htm',
  'htm-preact.js': 'htm/preact',
};

/** The file behind a name under `/vendor/`. */
export function vendoredFile(name: string): string | undefined {
  const specifier = Object.hasOwn(modules, name) ? modules[name] : undefined;
  return specifier && fileURLToPath(import.meta.resolve(specifier));
}
