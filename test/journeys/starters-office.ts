import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { createStarterSources, type Mapping } from '../../src/bot/storage/starter-sources.ts';
import { signedHeaders } from '../../src/bot/webhooks/signature.ts';
import { encryptionOf } from '../../src/commands/bot-database.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { World } from './world.ts';

export const flat: Mapping = {
  key: '/id',
  first_name: '/first',
  last_name: '/last',
  email: '/email',
  start_day: '/start',
  position: '/position',
  manager: '/manager',
};

export const ada = {
  id: 'P-1',
  first: 'Ada',
  last: 'Park',
  email: 'ada@acme.example',
  start: '2031-03-17',
  position: 'Engineer',
  manager: 'marcus.oyelaran@acme.example',
};

/** Stores a source as another process does. @returns how to post to it, and its secret */
export async function withSource(
  office: Pick<World, 'environment' | 'bot'>,
  mapping = flat,
  name = 'Personio',
) {
  const config = { FRONTDESK_SECRET: undefined, ...office.environment };
  const database = openDatabase<BotTables>(config.DATABASE_URL);
  const sources = createStarterSources({ database, encryption: encryptionOf(config) });
  const added = await sources.add(name, mapping, 'U0GRACE').finally(database.close);
  if (added.kind !== 'added') throw new Error(added.kind);
  return { ...added, ...postingTo(office.bot, added) };
}

export function postingTo({ url }: { url: string }, { id, secret }: { id: string; secret: string }) {
  const address = `${url}/hooks/starters/${id}`;
  async function send(body: unknown, headers: object = {}, method = 'POST') {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const given = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(address, { method, headers: given, ...(method === 'POST' && { body: text }) });
    return { status: answer.status, text: (await answer.text()).trim() };
  }
  const bearer = { authorization: `Bearer ${secret}` };
  const signed = (body: string, at = new Date(), by = secret) =>
    signedHeaders({ id: 'msg_1', body }, [by], at);
  return { address, send, signed, post: async (body: unknown) => (await send(body, bearer)).status };
}
