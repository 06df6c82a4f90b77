import type { Changes } from '../changes.ts';
import type { Ids } from '../ids.ts';
import type { Outcome } from '../verbs.ts';
import type { Client } from './client.ts';

/** Error notices, shown until dismissed. */
export class Notices {
  readonly #ids: Ids;
  readonly #changes: Changes;

  constructor({ ids, changes }: { ids: Ids; changes: Changes }) {
    this.#ids = ids;
    this.#changes = changes;
  }

  failed(client: Client, text: string): Outcome {
    client.notices = [...client.notices, { id: this.#ids.next('N'), kind: 'error', text }];
    this.#changes.changed();
    return { outcome: 'no response', text };
  }

  dismiss(client: Client, noticeId: string): Outcome {
    client.notices = client.notices.filter(({ id }) => id !== noticeId);
    this.#changes.changed();
    return { outcome: 'done' };
  }
}
