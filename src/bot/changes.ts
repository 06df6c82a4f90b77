export type Changes = ReturnType<typeof createChanges>;

/** Creates a signal that visible data has changed, so that listeners refresh. */
export function createChanges() {
  const listeners: (() => void)[] = [];
  return {
    tell(): void {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => void listeners.push(listener),
  };
}
