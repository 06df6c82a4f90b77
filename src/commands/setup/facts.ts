import { createAdditions } from '../../bot/onboarding/additions/additions.ts';
import { createClient, type OnboardingClient } from '../../bot/onboarding/client/client.ts';
import { kindKey } from '../../bot/onboarding/directory/find-kinds.ts';
import { isNobody } from '../../bot/onboarding/directory/person.ts';
import { counted, serviceFacts } from '../../bot/setup/facts.ts';
import { createSetupMarks, type Marks } from '../../bot/setup/marks.ts';
import type { CountedFacts, SetupFacts } from '../../bot/setup/step.ts';
import { type ConnectionStore, createConnectionStore } from '../../bot/storage/connection.ts';
import type { Encryption } from '../../bot/storage/encryption.ts';
import type { BotTables } from '../../bot/storage/migrations.ts';
import { createSequenceKinds, type SequenceKinds } from '../../bot/storage/sequence-kinds.ts';
import { createSettingsStore } from '../../bot/storage/settings.ts';
import type { BotConfig } from '../../config/config.ts';
import type { Database } from '../../database/open.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { fixedConnection, fixedSettings } from '../start/start.ts';

interface Stored {
  database: Database<BotTables>;
  encryption: Encryption;
}

/** Time limits for an answer of the service and for a whole list, in milliseconds. */
const patience = { readTimeout: 5_000, listTimeout: 30_000 };

/** Reads the setup facts from the database and the onboarding service. Writes nothing. */
export async function storedFacts(
  config: BotConfig,
  { database, encryption }: Stored,
): Promise<{ facts: SetupFacts; marks: Marks }> {
  const settings = createSettingsStore(database.db, fixedSettings(config));
  await settings.load();
  const fixed = fixedConnection(config);
  const connection = createConnectionStore({ database, encryption, fixed });
  await connection.load();
  const marks = await createSetupMarks(database, () => new Date(), nothing).all();
  const asked = await askService(connection, database, config);
  const rules = { fixedUrl: fixed.url, tokenIsFixed: fixed.token !== undefined };
  return {
    marks,
    facts: {
      settings: settings.current(),
      isFixed: settings.isFixed,
      unreadable: settings.unreadable(),
      service: await serviceFacts({ connection, rules, trouble: asked.trouble }),
      counted: asked.counted,
      additions: asked.additions,
    },
  };
}

interface Asked {
  counted: CountedFacts | undefined;
  additions: SetupFacts['additions'];
  trouble: Error | undefined;
}

async function askService(
  connection: ConnectionStore,
  database: Database<BotTables>,
  config: BotConfig,
): Promise<Asked> {
  const none = { counted: undefined, additions: new Set<never>() };
  if (!connection.current()) return { ...none, trouble: undefined };
  const dispatcher = outgoing(config);
  const client = createClient({ connection: connection.current, dispatcher, ...patience });
  const now = () => new Date();
  const kinds = createSequenceKinds(database, () => connection.current()?.url ?? '', now);
  try {
    const numbers = await count(client, kinds);
    const additions = await createAdditions(client, Date.now)
      .offered()
      .catch(() => none.additions);
    return { counted: numbers, additions, trouble: undefined };
  } catch (error) {
    return { ...none, trouble: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    await dispatcher.destroy();
  }
}

async function count(client: OnboardingClient, kinds: SequenceKinds): Promise<CountedFacts> {
  const people = [...(await client.employees()).values()].filter((person) => !isNobody(person));
  const known = await kinds.known();
  const sequences = (await client.sequences()).map(({ id, name, kind }) => ({
    kind: kind ?? known.get(kindKey({ id, name: name?.trim() ?? '' })) ?? null,
  }));
  return counted(people.length, sequences);
}

const nothing = () => {};
