import { useState } from 'preact/hooks';

/**
 * A choice that is seen at once, before the sandbox has told the new state. `choose` takes the value and what is
 * being done about it; when that comes to nothing (answers false), the sandbox's state shows again.
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
