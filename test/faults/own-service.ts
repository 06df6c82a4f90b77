import { openOperator } from '../../src/service/operator.ts';
import { type Cleanup, seeded } from '../journeys/office.ts';
import type { FreshDatabase } from '../postgres.ts';
import { startChild } from '../service/child.ts';

/** What the suites need of whatever is behind the API. */
export interface Peer {
  url: string;
  token: string;
  /** Who is there now, as its own storage says. */
  people(): Promise<readonly { email: string }[]>;
}

/** Our own service with the demo company, in a process and on a database of its own. */
export async function ownService(cleanup: Cleanup, fresh: () => Promise<FreshDatabase>) {
  const database = await fresh();
  cleanup.later(database.remove);
  const { token } = await seeded(database.url);
  const operator = openOperator(database.url);
  cleanup.later(operator.close);
  const child = await startChild('service-process.ts', database.url);
  cleanup.later(child.stop);
  const peer: Peer = { url: child.url, token, people: operator.listUsers };
  return { ...peer, operator };
}
