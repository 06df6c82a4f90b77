import { withIds } from '../../block-kit/assign-ids.ts';
import type { AppView } from '../../block-kit/view.ts';
import type { Changes } from '../../changes.ts';
import type { Ids } from '../../ids.ts';
import type { Client, Clients, OpenView } from '../client.ts';
import { statesIn } from '../elements/element-state.ts';

/** Slack stacks three modals, no more. */
export const stackLimit = 3;

/** The modals and Home tabs that people have open. */
export class Views {
  readonly #clients: Clients;
  readonly #ids: Ids;
  readonly #changes: Changes;

  constructor({ clients, ids, changes }: { clients: Clients; ids: Ids; changes: Changes }) {
    this.#clients = clients;
    this.#ids = ids;
    this.#changes = changes;
  }

  /** Shows a modal with nothing below it; what was open before is gone. */
  open(client: Client, view: AppView): OpenView {
    client.views = [];
    return this.push(client, view);
  }

  /**
   * A view that Slack says it opened and that nobody sees: `views.open` from inside a modal comes through on some
   * clients, at some times (slackapi/bolt-js#639, slackapi/bolt-python#481). An app must not count on that.
   */
  unseen(view: AppView): OpenView {
    return this.#made(view);
  }

  /** Puts a modal on top of the others. The caller has seen to the limit. */
  push(client: Client, view: AppView): OpenView {
    const pushed = this.#made(view, client.views.at(-1));
    client.views = [...client.views, pushed];
    this.#changes.changed();
    return pushed;
  }

  /** New content for a view that stays where it is. */
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

  /** Shows this as the person's Home tab. */
  publishHome(client: Client, view: AppView): OpenView {
    if (client.home) this.update(client.home, view);
    else client.home = this.#made(view);
    this.#changes.changed();
    return client.home;
  }

  /** Takes views off the stack. */
  drop(client: Client, dropped: readonly OpenView[]): void {
    client.views = client.views.filter((open) => !dropped.includes(open));
    this.#changes.changed();
  }

  /** Whether another view of the team has this view's external id. `replaced` is the one whose place it takes. */
  isExternalIdTaken({ external_id: id }: AppView, replaced?: OpenView): boolean {
    if (!id) return false;
    return this.all().some((open) => open !== replaced && open.view.external_id === id);
  }

  /** Every view that somebody has open. */
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
