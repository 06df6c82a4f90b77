import { LRUCache } from 'lru-cache';

/**
 * Limited cache whose content is valid for one version of the database. Keep writing to the cache you were given:
 * late results are then dropped with their version, even if there is a newer one by then.
 * @param max limit of entries
 * @returns a function that gives the cache for a version
 */
export function versionedCache<Key extends {}, Value extends {}>(max: number) {
  let kept = { version: -1, entries: new LRUCache<Key, Value>({ max }) };
  return (version: number): LRUCache<Key, Value> => {
    if (kept.version !== version) kept = { version, entries: new LRUCache({ max }) };
    return kept.entries;
  };
}
