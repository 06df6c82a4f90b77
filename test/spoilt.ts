import fc from 'fast-check';

/** JSON with one value in it, at any depth, replaced by another one; `path` leads there. */
export function spoilt<By>(json: unknown, by: fc.Arbitrary<By>) {
  return fc
    .record({ path: fc.constantFrom(...pathsIn(json)), by })
    .map((change) => ({ ...change, json: replaced(json, change.path, change.by) }));
}

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}
