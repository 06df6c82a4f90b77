import { counted, serviceFacts } from '../../setup/facts.ts';
import type { SetupFacts } from '../../setup/step.ts';
import type { FactDeps } from './deps.ts';

/**
 * Collects the facts for the setup steps, without waiting for the service.
 * @returns a function that collects
 */
export function factFinder({ settingsStore, connection, directory, additions }: FactDeps) {
  return async (): Promise<SetupFacts> => {
    const { rules } = connection;
    const snapshot = directory.current();
    return {
      settings: settingsStore.current(),
      isFixed: settingsStore.isFixed,
      unreadable: settingsStore.unreadable(),
      service: await serviceFacts({ connection, rules, trouble: directory.trouble() }),
      counted: snapshot && counted(snapshot.count, snapshot.sequences),
      additions: additions.known(),
    };
  };
}
