import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { OpenView } from '../incoming/origin.ts';

/** The windows that are remembered at once; whoever updates an older one starts from what its payload says. */
const mostWindows = 1_000;
/** The states of one window that are remembered. */
const mostStates = 20;

/** A window, as a payload or Slack's answer brought it. */
type Window = Pick<OpenView, 'id' | 'hash'>;

/** A window with what it shows. */
type Shown = Window & Pick<OpenView, 'blocks' | 'private_metadata'>;

/** A window as this process left it. */
interface Known {
  /** The states that its own updates have replaced. */
  replaced: string[];
  /** The state that its newest update made, and its outline. */
  newest: string;
  outline: string;
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

  /** @param outline of what the payload's state shows; without it the view is shown in any case */
  async function showAfterOwn({ id, hash }: Window, view: ModalView, outline?: string): Promise<Became> {
    const before = known.get(id);
    const own = before?.replaced.includes(hash) ? before : undefined;
    const current = own?.newest ?? hash;
    const wanted = outlineOf(view);
    if (outline !== undefined && wanted === (own?.outline ?? outline)) return 'shown';
    const { became, state } = await show(id, current, view);
    const replaced = [...(before?.replaced ?? []), hash, current].slice(-mostStates);
    if (state) known.set(id, { replaced, newest: state, outline: wanted });
    return became;
  }

  function follow(open: Window, view: ModalView, outline?: string): Promise<Became> {
    const next = () => showAfterOwn(open, view, outline);
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
     * The same, unless the window shows that already. An update of this process counts that came after the payload:
     * what that one says would stay where the payload alone is compared.
     * @param open with what the payload says that it shows
     */
    followChange: (open: Shown, view: ModalView) => follow(open, view, outlineOf(open)),
  };
}

/** Tells states of a form apart: Slack keeps what people put into blocks whose ids stay. */
function outlineOf({ blocks, private_metadata }: Pick<ModalView, 'blocks' | 'private_metadata'>): string {
  return [private_metadata, ...blocks.map(({ block_id }) => block_id)].join('\n');
}
