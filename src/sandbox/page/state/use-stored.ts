import { useState } from 'preact/hooks';

/** State persisted in the browser's local storage under this name. */
export function useStored<T>(name: string, initial: T): [T, (next: T | ((last: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => read(name) ?? initial);
  const store = (next: T | ((last: T) => T)) =>
    setValue((last) => {
      const value = next instanceof Function ? next(last) : next;
      localStorage.setItem(`sandbox:${name}`, JSON.stringify(value));
      return value;
    });
  return [value, store];
}

/** Stored value under this name; undefined if there is none. */
export function read<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(`sandbox:${name}`);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
