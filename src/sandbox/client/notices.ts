import type { Changes } from '../changes.ts';
import type { Ids } from '../ids.ts';
import type { ScreenNotice } from '../screen.ts';
import type { Client } from './client.ts';

/** What Slack says in passing; it stays until it is dismissed. */
export class Notices {
  readonly #ids: Ids;
  readonly #changes: Changes;

  constructor({ ids, changes }: { ids: Ids; changes: Changes }) {
    this.#ids = ids;
    this.#changes = changes;
  }

  add(client: Client, kind: ScreenNotice['kind'], text: string): void {
    client.notices = [...client.notices, { id: this.#ids.next('N'), kind, text }];
    this.#changes.changed();
  }

  dismiss(client: Client, noticeId: string): void {
    client.notices = client.notices.filter(({ id }) => id !== noticeId);
    this.#changes.changed();
  }
}
