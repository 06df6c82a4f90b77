import { expect, it } from 'vitest';
import { importStatements, importsOf, sources, tests, textOf } from './source-files.ts';

function circles(): string[] {
  const imports = new Map(sources.map((path) => [path, importsOf(path)]));
  for (let free = [...imports.keys()]; free.length > 0; ) {
    free = [...imports]
      .filter(([, targets]) => !targets.some((one) => imports.has(one)))
      .map(([path]) => path);
    for (const path of free) imports.delete(path);
  }
  return [...imports.keys()];
}

it('no file imports itself by way of others, types included', () => {
  expect(circles()).toEqual([]);
});

/** Imported names: by name, through `import * as`, or from a dynamic import. */
function usedNames(): { byFile: Map<string, Set<string>>; members: Set<string> } {
  const byFile = new Map<string, Set<string>>();
  const members = new Set<string>();
  for (const path of [...sources, ...tests]) {
    for (const { target, names } of importStatements(path)) {
      const used = byFile.get(target) ?? new Set();
      byFile.set(target, used);
      for (const [name] of names.matchAll(/\w+|\*/g)) used.add(name);
    }
    for (const [, name = ''] of textOf(path).matchAll(/[\w)\]]\??\.(\w+)/g)) members.add(name);
    for (const [, taken = ''] of textOf(path).matchAll(/const \{([^}]*)\} = /g))
      for (const [name] of taken.matchAll(/\w+/g)) members.add(name);
  }
  return { byFile, members };
}

const declaration = /^export (?:async )?(?:function\*?|const|class|interface|type|let)\s+(\w+)/gm;

it('every export is imported somewhere', () => {
  const { byFile, members } = usedNames();
  const unused = sources.flatMap((path) => {
    const used = byFile.get(path) ?? new Set();
    const isUsed = (name: string) => used.has(name) || (used.has('*') && members.has(name));
    return [...textOf(path).matchAll(declaration)]
      .map(([, name = '']) => name)
      .filter((name) => !isUsed(name))
      .map((name) => `${path} ${name}`);
  });
  expect(unused).toEqual([]);
});
