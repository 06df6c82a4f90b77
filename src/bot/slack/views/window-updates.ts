import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { OpenView } from '../incoming/origin.ts';
import { isBlockOf } from './view.ts';

/** The windows that are remembered at once; whoever updates an older one starts from what its payload says. */
const mostWindows = 1_000;
/** The states of one window that are remembered. */
const mostStates = 20;

/** A window, as a payload or Slack's answer brought it. */
type Window = Pick<OpenView, 'id' | 'hash'>;

/** What a window shows, as far as changes of a form differ in it: Slack keeps what people put into blocks whose ids stay. */
type Shown = Pick<ModalView, 'blocks' | 'private_metadata'>;

/** A window as this process left it. */
interface Known {
  /** The states that its own updates have replaced. */
  replaced: string[];
  /** The state that its newest update made, and what it shows. */
  newest: string;
  shown: Shown;
}

/** `answered`: the same press came before, and was. */
type Became = 'shown' | 'closed' | 'changed' | 'answered';

/** Slack's words for a window that is not as it was. */
const becauseOf: Record<string, Became> = { not_found: 'closed', hash_conflict: 'changed' };

export type WindowUpdates = ReturnType<typeof createWindowUpdates>;

/**
 * Updates windows that people have open. Each update names the state that it is for, so that a slow one never
 * replaces what the person sees meanwhile (docs.slack.dev/reference/methods/views.update, `hash`).
 */
export function createWindowUpdates(client: WebClient) {
  const known = new LRUCache<string, Known>({ max: mostWindows });
  const pressed = new LRUCache<string, { hash: string; became: Promise<Became | undefined> }>({
    max: mostWindows,
  });
  const underWay = new LRUCache<string, Promise<unknown>>({ max: mostWindows });

  /** @returns what came of it, and the window's new state */
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

  /** Pressed twice, a button brings one window: the second press finds the first one's. */
  async function showOnce({ id, hash }: Window, view: ModalView): Promise<Became> {
    const earlier = pressed.get(id);
    if (earlier?.hash === hash && (await earlier.became) === 'shown') return 'answered';
    const became = show(id, hash, view).then((shown) => shown.became);
    // Whoever waits for it hears of it; the press itself throws.
    pressed.set(id, { hash, became: became.catch(() => undefined) });
    return became;
  }

  /** @param payload what it says that the window shows; without it the view is shown in any case */
  async function showAfterOwn({ id, hash }: Window, view: ModalView, payload?: Shown): Promise<Became> {
    const before = known.get(id);
    const own = before?.replaced.includes(hash) ? before : undefined;
    const current = own?.newest ?? hash;
    const wanted = own && payload ? { ...view, ...onto(own.shown, payload, view) } : view;
    if (payload && outlineOf(wanted) === outlineOf(own?.shown ?? payload)) return 'shown';
    const { became, state } = await show(id, current, wanted);
    const replaced = [...(before?.replaced ?? []), hash, current].slice(-mostStates);
    if (state) known.set(id, { replaced, newest: state, shown: wanted });
    return became;
  }

  function follow(open: Window, view: ModalView, payload?: Shown): Promise<Became> {
    const next = () => showAfterOwn(open, view, payload);
    const followed = (underWay.get(open.id) ?? Promise.resolve()).then(next, next);
    underWay.set(open.id, followed);
    return followed;
  }

  return {
    /**
     * Shows another view in an open window, for somebody who pressed a button there.
     * @param open the window as a payload brought it
     * @returns what came of it: a window that shows something else by now keeps that
     * @throws what Slack's client throws
     */
    update: showOnce,

    /**
     * The same for what follows a form's changes, one after the other: of two quick changes the second one's payload
     * does not know what the first one's update has shown, and its view holds all of that.
     */
    follow: (open: Window, view: ModalView) => follow(open, view),

    /**
     * The same, unless the window shows that already, and for what changes in it alone: an update of this process may have
     * come after the payload.
     * @param open with what the payload says that it shows
     */
    followChange: (open: Window & Shown, view: ModalView) => follow(open, view, open),
  };
}

/** A view for the change from a payload, on what was shown since: the fields that it leaves as they were stay as they are. */
function onto(shown: Shown, payload: Shown, view: Shown): Shown {
  const before = new Set(payload.blocks.map(({ block_id }) => block_id));
  const blocks = view.blocks.map((block) => {
    const { type, block_id: id = '' } = block;
    const [field = ''] = id.split(':');
    const isLeft = type === 'input' && before.has(id);
    const now = isLeft ? shown.blocks.find(({ block_id = '' }) => isBlockOf(block_id, field)) : undefined;
    return now ?? block;
  });
  const isCarried = view.private_metadata === payload.private_metadata;
  const { private_metadata } = isCarried ? shown : view;
  return { blocks, ...(private_metadata !== undefined && { private_metadata }) };
}

function outlineOf({ blocks, private_metadata }: Shown): string {
  return [private_metadata, ...blocks.map(({ block_id }) => block_id)].join('\n');
}
