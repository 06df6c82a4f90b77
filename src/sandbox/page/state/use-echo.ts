import { useState } from 'preact/hooks';

/**
 * Shows a choice immediately, before the sandbox confirms it. `choose` takes the value and its pending request; if
 * that resolves to false, the sandbox's state shows again.
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
