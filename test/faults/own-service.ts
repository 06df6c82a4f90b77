import { type Cleanup, ourService } from '../journeys/office.ts';
import type { FreshDatabase } from '../postgres.ts';

/** Service behind the API, as the suites need it. */
export interface Peer {
  url: string;
  token: string;
  /** People according to its own storage. */
  people(): Promise<readonly { id: number; email: string }[]>;
}

/** Our own service with the demo company, on its own database. */
export async function ownService(cleanup: Cleanup, fresh: () => Promise<FreshDatabase>) {
  const database = await fresh();
  cleanup.later(database.remove);
  const { url, token, operator } = await ourService(cleanup, database.url);
  const peer: Peer = { url, token, people: operator.listUsers };
  return { ...peer, operator };
}
