import { type Cleanup, ourService } from '../journeys/office.ts';
import type { FreshDatabase } from '../postgres.ts';

/** What the suites need of whatever is behind the API. */
export interface Peer {
  url: string;
  token: string;
  /** Who is there now, as its own storage says. */
  people(): Promise<readonly { id: number; email: string }[]>;
}

/** Our own service with the demo company, on a database of its own. */
export async function ownService(cleanup: Cleanup, fresh: () => Promise<FreshDatabase>) {
  const database = await fresh();
  cleanup.later(database.remove);
  const { url, token, operator } = await ourService(cleanup, database.url);
  const peer: Peer = { url, token, people: operator.listUsers };
  return { ...peer, operator };
}
