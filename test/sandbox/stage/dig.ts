import { isDeepStrictEqual } from 'node:util';

/** Value at a path in JSON; undefined when the path ends early. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}

/** JSON pointer to the last occurrence of a value in JSON. Throws when there is none. */
export function pointerTo(wanted: unknown, json: unknown): string {
  const find = (inside: unknown, pointer: string): string[] => {
    if (isDeepStrictEqual(inside, wanted)) return [pointer];
    const entries = typeof inside === 'object' && inside !== null ? Object.entries(inside) : [];
    return entries.flatMap(([key, value]) => find(value, `${pointer}/${key}`));
  };
  const found = find(json, '').at(-1);
  if (found === undefined) throw new Error(`${JSON.stringify(wanted)} is not in ${JSON.stringify(json)}`);
  return found;
}
