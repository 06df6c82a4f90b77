export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  let state = seed;
  /** From 0 to 1 (mulberry32). */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share: number) => next() < share,
    oneOf: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  };
}
