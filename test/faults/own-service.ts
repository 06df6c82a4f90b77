import { type Cleanup, ourService } from '../journeys/office.ts';
import { emptyDatabase, type Fresh } from './stage.ts';

/** Service behind the API, as the suites need it. */
export interface Peer {
  url: string;
  token: string;
  /** People according to its own storage. */
  people(): Promise<readonly { id: number; email: string }[]>;
}

/** Our own service with the demo company, on its own database. */
export async function ownService(cleanup: Cleanup, fresh: Fresh) {
  const { url, token, operator } = await ourService(cleanup, await emptyDatabase(cleanup, fresh));
  const peer: Peer = { url, token, people: operator.listUsers };
  return { ...peer, operator };
}
