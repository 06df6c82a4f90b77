import { LRUCache } from 'lru-cache';

/**
 * A cache with a limit whose content counts for one version of the database alone. Whoever reads keeps to the cache
 * that it was given: what it read is then forgotten with its version, even if it comes when there is a newer one.
 * @param max how many entries are kept
 * @returns what gives the cache for a version
 */
export function versionedCache<Key extends {}, Value extends {}>(max: number) {
  let kept = { version: -1, entries: new LRUCache<Key, Value>({ max }) };
  return (version: number): LRUCache<Key, Value> => {
    if (kept.version !== version) kept = { version, entries: new LRUCache({ max }) };
    return kept.entries;
  };
}
