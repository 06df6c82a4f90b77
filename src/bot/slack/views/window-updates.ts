import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { OpenView } from '../incoming/origin.ts';

/** Windows to remember; updates of older ones start from their payload. */
const mostWindows = 1_000;
const mostStates = 20;

type Window = Pick<OpenView, 'id' | 'hash'>;
/** Parts of a window that differ between states: Slack keeps the input in blocks whose ids stay. */
type Shown = Pick<OpenView, 'blocks' | 'private_metadata'>;

interface Known {
  replaced: string[];
  newest: string;
  shown: Shown;
}

type Became = 'shown' | 'closed' | 'changed';
/** Slack's error codes for a window that has changed. */
const becauseOf: Record<string, Became> = { not_found: 'closed', hash_conflict: 'changed' };

export type WindowUpdates = ReturnType<typeof createWindowUpdates>;

/**
 * Each update names the state it is for, so that a slow one never replaces newer content
 * (docs.slack.dev/reference/methods/views.update, `hash`).
 */
export function createWindowUpdates(client: WebClient) {
  const known = new LRUCache<string, Known>({ max: mostWindows });
  const turns = new LRUCache<string, Promise<void>>({ max: mostWindows });
  const underWay = new LRUCache<string, Promise<unknown>>({ max: mostWindows });

  const ownAfter = ({ id, hash }: Window) => {
    const own = known.get(id);
    return own?.replaced.includes(hash) ? own : undefined;
  };

  async function show(view_id: string, hash: string, view: ModalView) {
    try {
      const answer = await client.views.update({ view_id, hash, view });
      return { became: 'shown' as const, state: answer.view?.hash };
    } catch (error) {
      const became = error instanceof WebAPIPlatformError ? becauseOf[error.data.error] : undefined;
      if (!became) throw error;
      return { became, state: undefined };
    }
  }

  async function showAfterOwn(window: Window, view: ModalView): Promise<Became> {
    const { id, hash } = window;
    const current = ownAfter(window)?.newest ?? hash;
    const { became, state } = await show(id, current, view);
    const replaced = [...(known.get(id)?.replaced ?? []), hash, current].slice(-mostStates);
    const { blocks, private_metadata = '' } = view;
    if (state) known.set(id, { replaced, newest: state, shown: { blocks, private_metadata } });
    return became;
  }

  return {
    /**
     * Updates a window, one update after the other. The second of two quick actions has a payload from before the
     * first one's update, and replaces that.
     */
    follow(open: Window, view: ModalView): Promise<Became> {
      const next = () => showAfterOwn(open, view);
      const followed = (underWay.get(open.id) ?? Promise.resolve()).then(next, next);
      underWay.set(open.id, followed);
      return followed;
    },
    /** The window as this process showed it last, if its payload is older. */
    newest: (payload: OpenView): OpenView => ({ ...payload, ...ownAfter(payload)?.shown }),
    /** Begins an action in a window. `before` is the earlier one, which ends first. */
    begin(id: string) {
      const before = turns.get(id) ?? Promise.resolve();
      const { promise: mine, resolve: end } = Promise.withResolvers<void>();
      turns.set(id, mine);
      return { before, end, isNewest: () => turns.get(id) === mine };
    },
  };
}
