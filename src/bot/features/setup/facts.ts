import type { Language } from '../../../language.ts';
import { counted, serviceFacts } from '../../setup/facts.ts';
import type { Marks } from '../../setup/marks.ts';
import type { SetupFacts } from '../../setup/step.ts';
import type { FactDeps } from './deps.ts';

/** How it stands at this moment, as far as this process knows without waiting for the service. @throws what the database throws */
export async function currentFacts(
  { settingsStore, connection, directory, additions, ledger }: FactDeps,
  { isRehearsed }: Pick<Marks, 'isRehearsed'>,
  language: Language,
): Promise<SetupFacts> {
  const { rules } = connection;
  const snapshot = directory.current();
  return {
    settings: settingsStore.current(),
    isFixed: settingsStore.isFixed,
    unreadable: settingsStore.unreadable(),
    service: await serviceFacts({ connection, rules, trouble: directory.trouble() }, language),
    counted: snapshot && counted(snapshot.count, snapshot.sequences),
    additions: additions.known(),
    tried: isRehearsed ? 'rehearsed' : await usedAlready(ledger),
  };
}

async function usedAlready(ledger: FactDeps['ledger']): Promise<'inUse' | undefined> {
  const { openCount, ended } = await ledger.overview({ open: 1, ended: 1 });
  return openCount + ended.length > 0 ? 'inUse' : undefined;
}
