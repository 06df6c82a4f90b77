export type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const listeners: (() => void)[] = [];
  return {
    tell(): void {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => void listeners.push(listener),
  };
}
