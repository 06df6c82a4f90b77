import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { OpenView } from '../incoming/origin.ts';
import { isBlockOf } from './view.ts';

/** Windows to remember; updates of older ones start from their payload. */
const mostWindows = 1_000;
const mostStates = 20;

type Window = Pick<OpenView, 'id' | 'hash'>;

/** Parts of a window that differ between states: Slack keeps the input in blocks whose ids stay. */
type Shown = Pick<ModalView, 'blocks' | 'private_metadata'>;

interface Known {
  replaced: string[];
  newest: string;
  shown: Shown;
}

/** `answered`: the same button press was handled before. */
type Became = 'shown' | 'closed' | 'changed' | 'answered';

/** Slack's error codes for a window that has changed. */
const becauseOf: Record<string, Became> = { not_found: 'closed', hash_conflict: 'changed' };

export type WindowUpdates = ReturnType<typeof createWindowUpdates>;

/**
 * Each update names the state it is for, so that a slow one never replaces newer content
 * (docs.slack.dev/reference/methods/views.update, `hash`).
 */
export function createWindowUpdates(client: WebClient) {
  const known = new LRUCache<string, Known>({ max: mostWindows });
  const pressed = new LRUCache<string, { hash: string; became: Promise<Became | undefined> }>({
    max: mostWindows,
  });
  const underWay = new LRUCache<string, Promise<unknown>>({ max: mostWindows });

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

  /** Shows one view for a double press: the second press gets the first one's outcome. */
  async function showOnce({ id, hash }: Window, view: ModalView): Promise<Became> {
    const earlier = pressed.get(id);
    if (earlier?.hash === hash && (await earlier.became) === 'shown') return 'answered';
    const became = show(id, hash, view).then((shown) => shown.became);
    // The second press ignores errors; the first one throws.
    pressed.set(id, { hash, became: became.catch(() => undefined) });
    return became;
  }

  /** @param payload content of the window when the payload was sent; without it the view is always shown */
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
    /** Updates after a button press. A window that shows something else by now keeps it. */
    update: showOnce,

    /**
     * Updates after changes of a form, one after the other. The second of two quick changes has a payload
     * from before the first update; its view contains the first change too.
     */
    follow: (open: Window, view: ModalView) => follow(open, view),

    /**
     * Works as `follow`, but skips an update without effect, and applies only what changed since the payload:
     * our own update may have come after it.
     */
    followChange: (open: Window & Shown, view: ModalView) => follow(open, view, open),
  };
}

/** Applies a payload's change to newer content: fields that the change leaves alone stay. */
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
