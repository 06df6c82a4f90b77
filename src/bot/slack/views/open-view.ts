import type { Block, InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type OpenView, originOf } from '../incoming/arrival.ts';
import { say } from '../messages.ts';
import { answerOrCode, slackCode } from '../web-client.ts';
import { alert, listed, paragraph } from './blocks.ts';
import { carriedBy, carrying, hasRoomAbove } from './view.ts';

/** Windows to remember; updates of older ones start from their payload. */
const mostWindows = 1_000;
const mostStates = 20;

interface Known {
  replaced: string[];
  newest: string;
  shown: ModalView;
}

type Became = 'shown' | 'closed' | 'changed';

export type WindowUpdates = ReturnType<typeof createWindowUpdates>;

/**
 * Each update names the state it is for, so that a slow one never replaces newer content
 * (docs.slack.dev/reference/methods/views.update, `hash`).
 */
export function createWindowUpdates(client: WebClient) {
  const known = new LRUCache<string, Known>({ max: mostWindows });
  const turns = new LRUCache<string, Promise<void>>({ max: mostWindows });
  const underWay = new LRUCache<string, Promise<unknown>>({ max: mostWindows });

  const ownAfter = ({ id, hash }: Opened) => {
    const own = known.get(id);
    return own?.replaced.includes(hash) ? own : undefined;
  };

  async function showAfterOwn(window: Opened, view: ModalView): Promise<Became> {
    const { id: view_id, hash } = window;
    const current = ownAfter(window)?.newest ?? hash;
    const update = () => client.views.update({ view_id, hash: current, view });
    const answer = await answerOrCode(['not_found', 'hash_conflict'], update);
    if (typeof answer === 'string') return answer === 'not_found' ? 'closed' : 'changed';
    const replaced = [...(known.get(view_id)?.replaced ?? []), hash, current].slice(-mostStates);
    const newest = answer.view?.hash;
    if (newest) known.set(view_id, { replaced, newest, shown: view });
    return 'shown';
  }

  return {
    /**
     * Updates a window, one update after the other. The second of two quick actions has a payload from before the
     * first one's update, and replaces that.
     */
    follow(open: Opened, view: ModalView): Promise<Became> {
      const next = () => showAfterOwn(open, view);
      const followed = (underWay.get(open.id) ?? Promise.resolve()).then(next, next);
      underWay.set(open.id, followed);
      return followed;
    },
    /** The window as this process showed it last, if its payload is older. */
    newest(payload: OpenView): OpenView {
      const shown = ownAfter(payload)?.shown;
      return shown ? { ...payload, blocks: shown.blocks, ...carrying(carriedBy(shown)) } : payload;
    },
    /** Begins an action in a window. `before` is the earlier one, which ends first. */
    begin(id: string) {
      const before = turns.get(id) ?? Promise.resolve();
      const { promise: mine, resolve: end } = Promise.withResolvers<void>();
      turns.set(id, mine);
      return { before, end, isNewest: () => turns.get(id) === mine };
    },
  };
}

/** A person's action. Slack accepts the trigger once, within three seconds. */
export interface Did {
  client: WebClient;
  body: { trigger_id: string };
}

export type Opened = Pick<OpenView, 'id' | 'hash'>;

const Opened = z.object({ view: z.object({ id: z.string(), hash: z.string() }) });

/** Opens an empty view with the values as text if Slack refuses this one. */
export async function openView(
  { client, body: { trigger_id } }: Did,
  view: ModalView,
  method: 'views.open' | 'views.push' = 'views.open',
): Promise<Opened | undefined> {
  const answer = await orSimpler(view, (one) =>
    // As a string: Slack's client would walk an object for a log line that nobody reads, a tenth of the wait.
    client.apiCall(method, { trigger_id, view: JSON.stringify(one) }),
  );
  return Opened.safeParse(answer).data?.view;
}

/** Pushes onto the window with the pressed button; does nothing if that was closed meanwhile. */
async function pushed(did: Did, view: ModalView): Promise<Opened | undefined> {
  const answer = await answerOrCode(['not_found'], () => openView(did, view, 'views.push'));
  return typeof answer === 'string' ? undefined : answer;
}

/** Replaces the window if Slack shows no more above it. Undefined if it shows something else by now, or was closed. */
export async function showAbove(
  windows: WindowUpdates,
  did: Did,
  view: ModalView,
): Promise<Opened | undefined> {
  const { view: open } = originOf(did.body);
  if (open?.type !== 'modal') return openView(did, view);
  if (hasRoomAbove(open)) return pushed(did, view);
  const became = await orSimpler(view, (one) => windows.follow(open, one));
  return became === 'shown' ? open : undefined;
}

/**
 * Opens a modal if the button wasn't in one. If the window shows something else by now, the view opens above
 * it; if it was closed, nothing is shown.
 */
export async function showInPlace(windows: WindowUpdates, did: Did, view: ModalView): Promise<void> {
  const { view: open } = originOf(did.body);
  if (open?.type !== 'modal') return void (await openView(did, view));
  const became = await orSimpler(view, (one) => windows.follow(open, one));
  if (became === 'changed') await pushed(did, view);
}

/** Slack's error codes for a view that breaks a rule. */
const refusals = new Set(['invalid_arguments', 'invalid_blocks', 'invalid_blocks_format', 'view_too_large']);

/** A simpler view if Slack refuses the first, so that a form opens with any values. */
export async function orSimpler<Shown>(
  view: ModalView,
  show: (view: ModalView) => Promise<Shown>,
): Promise<Shown> {
  try {
    return await show(view);
  } catch (error) {
    if (!refusals.has(slackCode(error) ?? '')) throw error;
    return show(withoutValues(view, say().notShownFilledIn));
  }
}

/** Shows the values for copying. Coloured boxes, which some clients lack, become paragraphs. */
function withoutValues(view: ModalView, notShown: string): ModalView {
  const fields = view.blocks.map(emptied);
  const lines = fields.flatMap(({ line }) => line ?? []);
  const said = lines.length > 0 ? [alert('warning', notShown), ...listed(lines)] : [];
  const blocks = [...said, ...fields.map(({ block }) => block)].map(withoutColour);
  return { ...view, blocks };
}

function emptied(block: Block | KnownBlock): { block: Block | KnownBlock; line?: string } {
  if (!isInput(block)) return { block };
  const kept = Object.entries(block.element).filter(([key]) => !key.startsWith('initial_'));
  const shown = Object.entries(block.element).flatMap(([key, value]) =>
    key.startsWith('initial_') ? shownValues(value) : [],
  );
  // Still a valid element: only optional properties were removed.
  const element = Object.fromEntries(kept) as unknown;
  const empty = { ...block, element: element as InputBlock['element'] };
  return shown.length === 0
    ? { block: empty }
    : { block: empty, line: `${block.label.text}: ${shown.join(', ')}` };
}

function isInput(block: Block | KnownBlock): block is InputBlock {
  return block.type === 'input';
}

const Initial = z.union([
  z.string().transform((text) => [text]),
  z.object({ text: z.object({ text: z.string() }) }).transform(({ text }) => [text.text]),
]);

function shownValues(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => Initial.safeParse(one).data ?? []);
}

const Alert = z.object({ type: z.literal('alert'), text: z.object({ text: z.string() }) });

function withoutColour(block: Block | KnownBlock): Block | KnownBlock {
  const alerted = Alert.safeParse(block).data;
  if (!alerted) return block;
  return { ...paragraph(alerted.text.text), ...(block.block_id && { block_id: block.block_id }) };
}
