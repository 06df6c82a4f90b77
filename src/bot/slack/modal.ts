import type { AnyBlock, ModalView } from '@slack/types';
import { within } from '../../time/clock.ts';
import { type ActionButton, actionButton, type By, button } from './button.ts';
import type { ValuesOf } from './forms/form.ts';
import { type AnyArgs, answerPrivately } from './incoming/answer.ts';
import { arrivalOf, type OpenView, originOf, type Viewer, viewerOf } from './incoming/arrival.ts';
import { type ButtonArgs, type ChangeArgs, type FormArgs, type Listener, on } from './incoming/listeners.ts';
import { alert, fallback, listedMarkup } from './views/blocks.ts';
import { type Did, showAbove, showInPlace } from './views/open-view.ts';
import { blockIdOf, hasRoomAbove, inPlace, outlineOf, topOf } from './views/view.ts';
import { answerOrCode } from './web-client.ts';
import {
  type Again,
  type AsShown,
  drawing,
  type Fields,
  type Here,
  isPage,
  type ModalServices,
  menuId,
  type Page,
  type Shown,
  type WindowDefinition,
} from './window.ts';

export { page } from './views/view.ts';
export type { AsShown, Here, Menu, ModalServices, Page } from './window.ts';

/** Time for `submit.run`, or for the facts of a window in another's place, before the waiting page, in milliseconds. */
const patience = 1_800;

/** Longest wait for an earlier action in the same window, in milliseconds: a trigger expires after three seconds. */
const turnLasts = 1_500;

/** Characters of a menu's query that are read. */
const longestQuery = 200;

type Work = () => Promise<unknown>;
type InWindow = ButtonArgs | ChangeArgs;

/** Answer to Slack. With `errors`, `view` shows them if it is late. */
interface Given {
  errors?: Record<string, string>;
  above?(isAbove: boolean): Page;
  view?: Page;
  /** Sentences worth a message if the window was closed meanwhile. */
  told?: readonly AnyBlock[] | undefined;
}

/**
 * A feature lists `window.listeners(services)`; until then a window needs no services, so anything can import
 * it for its button.
 */
export function modal<
  Needed extends ModalServices,
  Metadata extends object,
  Facts extends object,
  Kept extends object = object,
  Table extends Fields<Offered> = Record<never, never>,
  Offered = undefined,
>(window: WindowDefinition<Needed, Metadata, Kept, Facts, Table, Offered>) {
  const { id, role, waiting, submit, actions = {}, changes, menus = {}, openers = [] } = window;
  const { more, onClosed, onInput } = window;
  /** Whether this window opens in another one's place. */
  const replaces = ({ callback_id: other }: OpenView) =>
    other === menuId ||
    (!window.stacks && (other === id || (window.family !== undefined && other.startsWith(window.family))));
  const { subject, actionId, formOf, view, withId, current, metadataOf } = drawing(window);

  type Values = ValuesOf<Table>;

  /** Opens the window above the one with the button, or in its place if that is of the same family. */
  async function open(metadata: Metadata, by: By<Needed>, args: Did): Promise<void> {
    const { view: open } = originOf(args.body);
    const own = open && replaces(open) ? open : undefined;
    const made = current(by, metadata);
    const early = waiting ? own && (await within(by.clock, patience, made)) : await made;
    const opened = await show(args, by, early ?? (waiting ? withId(waiting()) : await made), own);
    if (!early && opened) await by.windows.follow(opened, await made);
    if (opened) window.onShown?.(opened, await made, metadata, by);
  }

  /** @returns the window with the page; undefined if it was closed meanwhile */
  async function show(args: Did, { windows }: By<Needed>, first: ModalView, own: OpenView | undefined) {
    if (!own) return showAbove(windows, args, first);
    return (await windows.follow(own, first)) === 'shown' ? own : undefined;
  }

  const buttonNamed = (name?: string) =>
    button({ id: name === undefined ? id : actionId(name), role, value: subject, press: open });
  const opener = buttonNamed();

  async function answerTo(submitted: FormArgs['view'], by: By<Needed>, here: Here): Promise<Given> {
    const metadata = metadataOf(submitted);
    const facts = await window.facts(by, metadata);
    if (isPage(facts)) return { view: withId(facts), told: facts.blocks };
    const form = formOf(facts);
    const values = form.read(submitted.state.values);
    const answer = (await submit?.run(facts, metadata, values, by, here)) ?? 'close';
    if (answer === 'close') return {};
    if (isPage(answer)) return { view: withId(answer) };
    if ('above' in answer) return { above: answer.above };
    if (!('errors' in answer))
      return { view: await current(by, { ...metadata, ...answer.keep }, answer), told: answer.again };
    const errors = form.errors(answer.errors, (field) => blockIdOf(submitted, field));
    const again = Object.values(errors).map((sentence) => alert('error', sentence));
    // Slack shows errors only at fields that are there.
    const isHidden = Object.keys(errors).some((id) =>
      submitted.blocks.every(({ block_id }) => block_id !== id),
    );
    const shown = view(facts, { ...metadata, ...(isHidden && { isFull: true }) }, { again, values });
    return {
      ...(!isHidden && { errors }),
      view: inPlace(shown, submitted),
      told: again,
    };
  }

  async function receive(args: FormArgs, by: By<Needed>): Promise<void> {
    const { ack, view: submitted, context } = args;
    const taken: Work[] = [];
    const here: Here = {
      ...hereIn(submitted),
      left: () => arrivalOf(context).leftToWait,
      whenTaken: (work) => void (arrivalOf(context).isInTime && taken.push(work)),
    };
    const answered = answerTo(submitted, by, here);
    const answer = submit?.waiting ? await within(by.clock, patience, answered) : await answered;
    const waits = submit?.waiting && { view: withId(submit.waiting()) };
    await ack(responseTo(submitted, answer ?? waits ?? {}) as never);
    await afterShown(answer ? 'shown' : await showLate(args, await answered), taken);
  }

  /** Shows the answer; if the window was closed meanwhile, only trouble is worth a message. */
  async function showLate(args: FormArgs, { view: late, told = [] }: Given): Promise<string> {
    const { view, client } = args;
    if (!late) return 'closed';
    const update = () => client.views.update({ view_id: view.id, view: late });
    if ((await answerOrCode(['not_found'], update)) !== 'not_found') return 'shown';
    await tell(args, late.title.text, told);
    return 'closed';
  }

  async function tell(args: AnyArgs, title: string, blocks: readonly AnyBlock[]): Promise<void> {
    const texts = blocks.flatMap((block) =>
      block.type === 'alert' && 'text' in block ? [block.text.text] : [],
    );
    if (texts.length > 0) await answerPrivately(args, title, fallback(texts.join('\n')));
  }

  type Act = (
    facts: Facts,
    metadata: Metadata & Kept & AsShown,
    values: Values,
    here: Here,
  ) => Promise<Shown<Kept, Table>>;

  interface Doing {
    args: InWindow;
    by: By<Needed>;
    run: Act;
    /** A choice in a field: its update is skipped if it changes nothing, or if another choice came meanwhile. */
    isChange?: boolean;
    /** Shows the further fields. */
    isFull?: boolean;
  }

  /** Runs something that happens in the open window, after what happened there before, and shows its answer. */
  async function act(doing: Doing): Promise<void> {
    const { args, by } = doing;
    await args.ack();
    const { view: payload } = args.body;
    if (!payload) return;
    const { before, isNewest, end } = by.windows.begin(payload.id);
    await within(by.clock, turnLasts, before);
    await answerIn(payload, doing, isNewest).finally(end);
  }

  async function answerIn(payload: OpenView, doing: Doing, isNewest: () => boolean): Promise<void> {
    const { args, by, run, isFull, isChange } = doing;
    const open = by.windows.newest(payload);
    const metadata = { ...metadataOf(open), ...(isFull && { isFull: true as const }) };
    const facts = await window.facts(by, metadata);
    if (isPage(facts)) return void (await by.windows.follow(open, withId(facts)));
    const form = formOf(facts);
    const typed = form.read(payload.state.values);
    const taken: Work[] = [];
    const answer = await run(facts, metadata, typed, hereIn(open, args.action.action_ts, taken));
    if (isPage(answer)) return afterShown(await by.windows.follow(open, withId(answer)), taken);
    if ('above' in answer) return void (await showAbove(by.windows, args, answer.above(hasRoomAbove(open))));
    const { again = topOf(open), values = typed } = answer;
    const made = await current(by, { ...metadata, ...answer.keep }, { ...answer, again, values });
    const [chosen = ''] = args.action.block_id.split(':');
    // An update of ours doesn't show what was chosen before it arrived.
    const isLate = blockIdOf(payload, chosen) !== blockIdOf(open, chosen);
    const renewed = form.names
      .filter((name) => !isEqual(values[name], typed[name]) || (isLate && form.idOf(name) === chosen))
      .map((name) => form.idOf(name));
    const view = inPlace(made, open, renewed, args.action.action_ts);
    if (isChange && !(isNewest() && outlineOf(view) !== outlineOf(open))) return;
    const became = await by.windows.follow(open, view);
    // The window may show something else by now: a message tells the outcome.
    if (became === 'changed') await tell(args, view.title.text, answer.beneath ?? []);
  }

  async function goBack(args: ButtonArgs, by: By<Needed>): Promise<void> {
    await args.ack();
    const { view: open } = args.body;
    if (open && window.back) await showInPlace(by.windows, args, await window.back(metadataOf(open), by));
  }

  async function take({ body, action }: InWindow, by: By<Needed>): Promise<void> {
    const { view: open } = body;
    if (!onInput || !open) return;
    const metadata = metadataOf(open);
    const facts = await window.facts(by, metadata);
    if (isPage(facts)) return;
    onInput(facts, metadata, formOf(facts).read(open.state.values), by, hereIn(open, action.action_ts));
  }

  return {
    id,
    view,
    /** The current window, to replace another one. */
    current: (metadata: Metadata & Partial<Kept> & AsShown, by: By<Needed>, shown?: Again<Kept, Table>) =>
      current(by, metadata, shown),
    /**
     * Updates the window in which a button of another kind was pressed; false if it isn't in this window.
     * `said` is in mrkdwn.
     */
    async showAgain(args: ButtonArgs, services: Needed, said: string | undefined): Promise<boolean> {
      const { view: open } = args.body;
      if (open?.callback_id !== id) return false;
      const by = { ...services, viewer: viewerOf(args) };
      const metadata = metadataOf(open);
      const made = await current(by, metadata);
      const again = said === undefined ? [] : listedMarkup([said]);
      const became = await by.windows.follow(open, { ...made, blocks: [...again, ...made.blocks] });
      if (became === 'shown') window.onShown?.(open, made, metadata, by);
      return became === 'shown';
    },
    /** Opens the window by a command, a shortcut or a button of another kind. */
    open,
    button: opener.show,
    opener: (name: string) => buttonNamed(name).show,
    action: actionId,
    /** A button for one of the window's actions. */
    actionButton: (name: string, look: ActionButton) => actionButton(actionId(name), look),
    listeners(services: Needed): Listener[] {
      const by = (viewer: Viewer): By<Needed> => ({ ...services, viewer });
      async function chosen(args: InWindow, viewer: Viewer, isFull = false) {
        await take(args, by(viewer));
        const run: Act = async (facts, metadata, values, here) =>
          (await changes?.run(facts, metadata, values, by(viewer), here)) ?? {};
        await act({ args, by: by(viewer), run, isFull, isChange: !isFull });
      }
      async function typed(args: ChangeArgs, viewer: Viewer) {
        await args.ack();
        await take(args, by(viewer));
      }
      return [
        opener.listener(services),
        ...openers.map((name) => buttonNamed(name).listener(services)),
        ...Object.entries(actions).map(([name, run]) =>
          on.action(actionId(name), role, (args: InWindow, viewer) =>
            act({
              ...{ args, by: by(viewer) },
              run: (facts, metadata, values, here) =>
                run(facts, metadata, { value: chosenIn(args.action), values }, by(viewer), here),
            }),
          ),
        ),
        ...(changes?.of ?? []).map((field) => on.change(actionId(field), role, chosen)),
        ...(changes?.typed ?? []).map((field) => ({
          ...on.change(actionId(field), role, typed),
          isUnasked: true,
        })),
        ...(more ? [on.action(actionId('more'), role, (args, viewer) => chosen(args, viewer, true))] : []),
        ...(window.back
          ? [on.action(actionId('back'), role, (args, viewer) => goBack(args, by(viewer)))]
          : []),
        ...Object.entries(menus).map(([field, menu]) =>
          on.options(actionId(field), role, async ({ ack, options: { value, view } }, viewer) =>
            ack(await menu(by(viewer), value.slice(0, longestQuery), view)),
          ),
        ),
        ...(submit ? [on.view(id, role, (args, viewer) => receive(args, by(viewer)))] : []),
        ...(onClosed
          ? [
              on.closed(id, role, ({ view, body }, viewer) =>
                onClosed(metadataOf(view), by(viewer), { ...hereIn(view), isCleared: body.is_cleared }),
              ),
            ]
          : []),
      ];
    },
  };
}

/** Value of a button, or of the entry chosen in a menu. */
function chosenIn(action: InWindow['action']): string | undefined {
  if (action.type === 'button') return action.value;
  return action.type === 'static_select' ? action.selected_option.value : undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function responseTo(open: OpenView, { errors, above, view }: Given) {
  if (errors) return { response_action: 'errors', errors };
  if (above)
    return { response_action: hasRoomAbove(open) ? 'push' : 'update', view: above(hasRoomAbove(open)) };
  return view && { response_action: 'update', view };
}

function hereIn(open: OpenView, at = '', taken: Work[] = []): Here {
  return { open, at, left: () => 0, whenTaken: (work) => void taken.push(work), isCleared: false };
}

async function afterShown(became: string, taken: readonly Work[]): Promise<void> {
  if (became === 'shown') for (const work of taken) await work();
}
