import { withIds } from '../block-kit/interactive.ts';
import type { AppView } from '../block-kit/read.ts';
import type { Changes } from '../changes.ts';
import type { Ids } from '../ids.ts';
import type { Client, Clients, OpenView } from './client.ts';
import { statesIn } from './elements.ts';

/** Slack's limit of stacked modals. */
export const stackLimit = 3;

export class Views {
  readonly #clients: Clients;
  readonly #ids: Ids;
  readonly #changes: Changes;

  constructor({ clients, ids, changes }: { clients: Clients; ids: Ids; changes: Changes }) {
    this.#clients = clients;
    this.#ids = ids;
    this.#changes = changes;
  }

  open(client: Client, view: AppView): OpenView {
    client.views = [];
    return this.push(client, view);
  }

  /**
   * `views.open` from inside a modal reports success but shows the view only on some clients, some of the
   * time (slackapi/bolt-js#639, slackapi/bolt-python#481).
   */
  unseen(view: AppView): OpenView {
    return this.#made(view);
  }

  /** Pushes a modal. The caller enforces `stackLimit`. */
  push(client: Client, view: AppView): OpenView {
    const pushed = this.#made(view, client.views.at(-1));
    client.views = [...client.views, pushed];
    this.#changes.changed();
    return pushed;
  }

  update(open: OpenView, view: AppView): void {
    open.view = view;
    open.blocks = withIds(view.blocks, this.#ids);
    open.elements = statesIn(open.blocks, open.elements);
    open.hash = this.#ids.hash();
    open.errors = {};
    open.problem = null;
    open.trouble = [];
    this.#changes.changed();
  }

  publishHome(client: Client, view: AppView): OpenView {
    if (client.home) this.update(client.home, view);
    else client.home = this.#made(view);
    this.#changes.changed();
    return client.home;
  }

  drop(client: Client, dropped: readonly OpenView[]): void {
    client.views = client.views.filter((open) => !dropped.includes(open));
    this.#changes.changed();
  }

  /** Whether another view has this view's external id; `replaced` is excluded. */
  isExternalIdTaken({ external_id: id }: AppView, replaced?: OpenView): boolean {
    if (!id) return false;
    return this.all().some((open) => open !== replaced && open.view.external_id === id);
  }

  all(): OpenView[] {
    return [...this.#clients.values()].flatMap(({ views, home }) => [...views, ...(home ? [home] : [])]);
  }

  #made(view: AppView, below?: OpenView): OpenView {
    const id = this.#ids.next('V');
    const blocks = withIds(view.blocks, this.#ids);
    return {
      id,
      rootId: below?.rootId ?? id,
      previousId: below?.id ?? null,
      view,
      blocks,
      elements: statesIn(blocks),
      hash: this.#ids.hash(),
      menus: new Map(),
      errors: {},
      isBusy: false,
      problem: null,
      trouble: [],
    };
  }
}
