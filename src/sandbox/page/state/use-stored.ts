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

/**
 * Shows a choice before the sandbox confirms it. `choose` takes the value and its pending request; if that
 * resolves to false, the sandbox's state shows again.
 */
export function useEcho<T>(told: T): [T, (value: T, doing: Promise<boolean>) => void] {
  const [echo, setEcho] = useState<{ value: T; over: string }>();
  const key = JSON.stringify(told);
  const choose = (value: T, doing: Promise<boolean>) => {
    setEcho({ value, over: key });
    void doing.then((isDone) => {
      if (!isDone) setEcho(undefined);
    });
  };
  return [echo?.over === key ? echo.value : told, choose];
}
