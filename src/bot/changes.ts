/** Says that something which people look at has changed; whoever shows it looks again. */
export interface Changes {
  tell(): void;
  listen(listener: () => void): void;
}

export function createChanges(): Changes {
  const listeners: (() => void)[] = [];
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    listen: (listener) => void listeners.push(listener),
  };
}
