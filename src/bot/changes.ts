export type Changes = ReturnType<typeof createChanges>;

/** Says that something which people look at has changed; whoever shows it looks again. */
export function createChanges() {
  const listeners: (() => void)[] = [];
  return {
    tell(): void {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => void listeners.push(listener),
  };
}
