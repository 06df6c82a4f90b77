import { counted, serviceFacts } from '../../setup/facts.ts';
import type { Marks } from '../../setup/marks.ts';
import type { SetupFacts } from '../../setup/step.ts';
import type { FactDeps } from './deps.ts';

/**
 * Collects the facts for the setup steps, without waiting for the service.
 * @returns a function that collects; it throws database errors
 */
export function factFinder({ settingsStore, connection, directory, additions, ledger }: FactDeps) {
  const isUsed = createIsUsed(ledger);
  return async (marks: Pick<Marks, 'isRehearsed'>): Promise<SetupFacts> => {
    const { rules } = connection;
    const snapshot = directory.current();
    return {
      settings: settingsStore.current(),
      isFixed: settingsStore.isFixed,
      unreadable: settingsStore.unreadable(),
      service: await serviceFacts({ connection, rules, trouble: directory.trouble() }),
      counted: snapshot && counted(snapshot.count, snapshot.sequences),
      additions: additions.known(),
      tried: marks.isRehearsed ? 'rehearsed' : (await isUsed()) ? 'inUse' : undefined,
    };
  };
}

/** Whether a request was ever made. Caches a positive answer. */
function createIsUsed(ledger: FactDeps['ledger']): () => Promise<boolean> {
  let known = false;
  return async () => {
    if (known) return true;
    const { openCount, ended } = await ledger.overview({ open: 1, ended: 1 });
    known = openCount + ended.length > 0;
    return known;
  };
}
