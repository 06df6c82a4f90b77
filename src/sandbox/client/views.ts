import { withIds } from '../block-kit/interactive.ts';
import type { AppView } from '../block-kit/read.ts';
import type { Ids } from '../ids.ts';
import type { Client, Clients, OpenView } from './client.ts';
import { statesIn } from './elements.ts';

/** Slack's limit of stacked modals. */
export const stackLimit = 3;

export function createViews(clients: Clients, ids: Ids) {
  function made(view: AppView, below?: OpenView): OpenView {
    const id = ids.next('V');
    const blocks = withIds(view.blocks, ids);
    return {
      id,
      rootId: below?.rootId ?? id,
      previousId: below?.id ?? null,
      view,
      blocks,
      elements: statesIn(blocks),
      hash: ids.hash(),
      menus: new Map(),
      errors: {},
      isBusy: false,
      problem: null,
      trouble: [],
    };
  }

  /** Pushes a modal. The caller enforces `stackLimit`. */
  function push(client: Client, view: AppView): OpenView {
    const pushed = made(view, client.views.at(-1));
    client.views = [...client.views, pushed];
    return pushed;
  }

  function update(open: OpenView, view: AppView): void {
    const blocks = withIds(view.blocks, ids);
    const elements = statesIn(blocks, open.elements);
    const fresh = { errors: {}, problem: null, trouble: [] };
    Object.assign(open, { view, blocks, elements, hash: ids.hash(), ...fresh });
  }

  const all = () => [...clients.values()].flatMap(({ views, home }) => [...views, ...(home ? [home] : [])]);

  return {
    all,
    push,
    update,
    open(client: Client, view: AppView): OpenView {
      client.views = [];
      return push(client, view);
    },
    /**
     * `views.open` from inside a modal reports success but shows the view only on some clients, some of the
     * time (slackapi/bolt-js#639, slackapi/bolt-python#481).
     */
    unseen: (view: AppView) => made(view),
    publishHome(client: Client, view: AppView): OpenView {
      if (client.home) update(client.home, view);
      else client.home = made(view);
      return client.home;
    },
  };
}
