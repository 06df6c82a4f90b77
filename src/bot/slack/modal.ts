import type { KnownBlock, ModalView } from '@slack/types';
import type { z } from 'zod';
import { type Clock, within } from '../../time/clock.ts';
import { type By, button } from './button.ts';
import type { Field } from './forms/field.ts';
import { anyOf, Form, type NameIn, type ValuesOf } from './forms/form.ts';
import { answerPrivately } from './incoming/answer.ts';
import {
  type ButtonArgs,
  type ChangeArgs,
  type ClosedArgs,
  type FormArgs,
  type Listener,
  type MenuArgs,
  on,
} from './incoming/listeners.ts';
import { type Audience, type OpenView, originOf, type Viewer, viewerOf } from './incoming/origin.ts';
import { say } from './messages.ts';
import { answerOrCode } from './posting/slack-failure.ts';
import { alert, fallback, listedMarkup, plain } from './views/blocks.ts';
import { type Did, showAbove } from './views/open-view.ts';
import { atBlocks } from './views/view.ts';
import type { WindowUpdates } from './views/window-updates.ts';

type Fields<Offered> = Record<string, Field<unknown, Offered>>;

/** Services that every window needs. A window names its others where its `facts` takes them. */
export interface ModalServices {
  windows: WindowUpdates;
  clock: Clock;
}

interface Content<Kept, Table> {
  /** Blocks before the fields. */
  above?: readonly KnownBlock[];
  values?: ValuesOf<Table>;
  /** Blocks after the fields. */
  below?: readonly KnownBlock[];
  /** Carried until the window is submitted, such as the version that the person saw. */
  keep?: Kept;
}

export type Page = ModalView;

/** `again`: the current window, with these blocks at the top, and with these values instead of its own. */
type Shown<Table> = Page | { again: readonly KnownBlock[]; values?: ValuesOf<Table> };

type Errors<Table> = Partial<Record<NameIn<Table>, string | undefined>>;

type Answer<Table> = Shown<Table> | 'close' | { errors: Errors<Table> };

/** Everything about one window. All functions run in the language of the person who looks at it. */
interface Definition<Needed, Metadata, Kept, Facts, Table, Offered> {
  id: string;
  role: Audience;
  /** Subject of the window, given by its button: 2,000 characters of JSON at most (Slack's limit). */
  metadata: z.ZodType<Metadata>;
  /** Schema of what `open` returns as `keep`. */
  kept?: z.ZodType<Kept>;
  /** Windows whose ids begin with this open in each other's place, not above each other. */
  family?: string;
  /** Names of further buttons that open it: Slack refuses two buttons with one action id in a row. */
  openers?: readonly string[];
  waiting?(): Page;
  /** Everything from outside that the window needs; or a page that says why there is no window. */
  facts(by: By<Needed>, metadata: Metadata & Partial<Kept>): Promise<Facts | Page>;
  title(facts: Facts): string;
  /** Made for each window, so that labels and the choice of fields can depend on the facts. */
  fields?(facts: Facts): Partial<Table>;
  /** Choices of the fields' menus. */
  offered?(facts: Facts): Offered;
  /** Menus that ask for their entries while somebody types, by the id of their field. */
  menus?: Record<string, (by: By<Needed>, args: MenuArgs) => Promise<unknown>>;
  /** `typed` are the values in the window, which an answer kept. */
  open(
    facts: Facts,
    metadata: Metadata & Partial<Kept>,
    typed?: ValuesOf<NoInfer<Table>>,
  ): Content<Kept, NoInfer<Table>> | Page;
  submit?: {
    /** The button's text; undefined for a window that can't be submitted now. */
    text(facts: Facts): string | undefined;
    /** A page shown while `run` takes longer than Slack waits. */
    waiting?(): Page;
    run(
      facts: Facts,
      metadata: Metadata & Kept,
      values: ValuesOf<Table>,
      by: By<Needed>,
    ): Promise<Answer<NoInfer<Table>>>;
  };
  /** Buttons in the window by name; `action` gives their ids. They get the values as they are when pressed. */
  actions?: Record<
    string,
    (
      facts: Facts,
      metadata: Metadata & Kept,
      press: { value: string | undefined; values: ValuesOf<NoInfer<Table>> },
      by: By<Needed>,
    ) => Promise<Shown<NoInfer<Table>>>
  >;
  /** Called when the person changes one of the fields with these ids. */
  changes?: {
    of: readonly string[];
    run(
      facts: Facts,
      metadata: Metadata & Kept,
      values: ValuesOf<NoInfer<Table>>,
      by: By<Needed>,
    ): Promise<Shown<NoInfer<Table>>>;
  };
  /** Called when the person closes the window without submitting it. Nothing can be shown then. */
  onClosed?(
    facts: Facts,
    metadata: Metadata & Kept,
    values: ValuesOf<NoInfer<Table>>,
    by: By<Needed>,
  ): Promise<void>;
}

/** Time for `submit.run`, or for the facts of a window in another's place, before the waiting page, in milliseconds. */
const patience = 1_800;

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
>(window: Definition<Needed, Metadata, Kept, Facts, Table, Offered>) {
  const { id, role, waiting, submit, actions = {}, changes, menus = {}, openers = [], onClosed } = window;
  const family = window.family ?? id;
  const actionId = (name: string) => `${id}_${name}`;
  // The form goes over the fields that there are; the type names all that there may be.
  const formOf = (facts: Facts) =>
    new Form<Table, Offered>(id, (window.fields?.(facts) ?? {}) as Table, {
      dispatches: changes !== undefined,
    });

  function view(
    facts: Facts,
    metadata: Metadata,
    { again: top = [], values: typed }: { again?: readonly KnownBlock[]; values?: ValuesOf<Table> } = {},
  ): ModalView {
    const content = window.open(facts, metadata, typed);
    if (isPage(content)) return { callback_id: id, ...content, blocks: [...top, ...content.blocks] };
    const { above = [], values = {}, below = [], keep } = content;
    const fields = formOf(facts).blocks(typed ?? values, window.offered?.(facts) as Offered);
    const text = submit?.text(facts);
    return {
      ...page(window.title(facts), [...top, ...above, ...fields, ...below]),
      callback_id: id,
      private_metadata: JSON.stringify({ ...metadata, ...keep }),
      ...(text !== undefined && { submit: plain(text, 24), close: plain(say().cancel) }),
      ...(onClosed && { notify_on_close: true }),
    };
  }

  /** The current window. A page gets its callback id too, so that the window's button on it opens in the same place. */
  async function current(by: By<Needed>, metadata: Metadata, shown?: Exclude<Shown<Table>, Page>) {
    const facts = await window.facts(by, metadata);
    return isPage(facts) ? { callback_id: id, ...facts } : view(facts, metadata, shown);
  }

  const shown = async (answer: Shown<Table>, by: By<Needed>, metadata: Metadata): Promise<ModalView> =>
    isPage(answer) ? answer : current(by, metadata, answer);

  /** @throws ZodError for a window that another version of Frontdesk opened */
  function carriedBy({ private_metadata }: Pick<OpenView, 'private_metadata'>): Metadata & Kept {
    const carried: unknown = JSON.parse(private_metadata);
    return { ...window.metadata.parse(carried), ...(window.kept?.parse(carried) ?? ({} as Kept)) };
  }

  /** Opens the window above the one with the button, or in its place if that is of the same family. */
  async function open(metadata: Metadata, by: By<Needed>, args: Did): Promise<void> {
    const { view: open } = originOf(args.body);
    const own = open?.callback_id.startsWith(family) ? open : undefined;
    const made = current(by, metadata);
    const early = waiting ? own && (await within(by.clock, patience, made)) : await made;
    const opened = await show(args, by, early ?? ({ callback_id: id, ...waiting?.() } as ModalView), own);
    if (!early && opened) await by.windows.follow(opened, await made);
  }

  /** @returns the window with the page; undefined if it was closed meanwhile */
  async function show(args: Did, { windows }: By<Needed>, first: ModalView, own: OpenView | undefined) {
    if (!own) return showAbove(windows, args, first);
    return (await windows.follow(own, first)) === 'shown' ? own : undefined;
  }

  const buttonNamed = (name?: string) =>
    button({ id: name === undefined ? id : actionId(name), role, value: window.metadata, press: open });
  const opener = buttonNamed();

  /** @returns what Slack is answered, and for errors the window that shows them if the answer is late */
  async function answerTo(submitted: FormArgs['view'], by: By<Needed>) {
    const metadata = carriedBy(submitted);
    const facts = await window.facts(by, metadata);
    if (isPage(facts)) return { view: facts };
    const form = formOf(facts);
    const values = form.read(submitted.state.values);
    const answer = (await submit?.run(facts, metadata, values, by)) ?? 'close';
    if (answer === 'close') return {};
    if (isPage(answer)) return { view: answer };
    if (!('errors' in answer)) return { view: await current(by, metadata, answer), told: answer.again };
    const errors = atBlocks(submitted, form.errors(answer.errors) ?? {});
    const again = Object.values(errors).map((sentence) => alert('error', sentence));
    return { errors, view: view(facts, metadata, { again, values }), told: again };
  }

  async function receive(args: FormArgs, by: By<Needed>): Promise<void> {
    const { ack, view: submitted } = args;
    const answered = answerTo(submitted, by);
    const answer = submit?.waiting ? await within(by.clock, patience, answered) : await answered;
    if (answer?.errors) return ack({ response_action: 'errors', errors: answer.errors });
    if (answer) return answer.view ? ack({ response_action: 'update', view: answer.view }) : ack();
    await ack({ response_action: 'update', view: { callback_id: id, ...submit?.waiting?.() } as ModalView });
    const { view: late, told = [] } = await answered;
    if (late) await showLate(args, late, told);
  }

  /** Shows the answer; if the window was closed meanwhile, only trouble is worth a message. */
  async function showLate(args: FormArgs, late: ModalView, told: readonly KnownBlock[]): Promise<void> {
    const { view, client } = args;
    const isClosed =
      (await answerOrCode(['not_found'], () => client.views.update({ view_id: view.id, view: late }))) ===
      'not_found';
    const texts = told.flatMap((block) => (block.type === 'alert' ? [block.text.text] : []));
    if (isClosed && texts.length > 0)
      await answerPrivately(args, late.title.text, fallback(texts.join('\n')));
  }

  type Act = (facts: Facts, metadata: Metadata & Kept, values: ValuesOf<Table>) => Promise<Shown<Table>>;

  /** Runs something that happens in the open window, and shows its answer there. */
  async function act(args: ButtonArgs | ChangeArgs, by: By<Needed>, run: Act): Promise<void> {
    await args.ack();
    const { view: open } = args.body;
    if (!open) return;
    const metadata = carriedBy(open);
    const facts = await window.facts(by, metadata);
    const answer = isPage(facts) ? facts : await run(facts, metadata, formOf(facts).read(open.state.values));
    await by.windows.follow(open, await shown(answer, by, metadata));
  }

  async function close({ view: closed }: ClosedArgs, by: By<Needed>): Promise<void> {
    const metadata = carriedBy(closed);
    const facts = await window.facts(by, metadata);
    if (!isPage(facts)) await onClosed?.(facts, metadata, formOf(facts).read(closed.state.values), by);
  }

  return {
    id,
    view: (facts: Facts, metadata: Metadata) => view(facts, metadata),
    /** The current window, to replace another one. */
    current: (metadata: Metadata, by: By<Needed>) => current(by, metadata),
    /**
     * Updates the window in which a button of another kind was pressed; false if it isn't in this window.
     * `said` is in mrkdwn.
     */
    async showAgain(args: ButtonArgs, services: Needed, said: string | undefined): Promise<boolean> {
      const { view: open } = args.body;
      if (open?.callback_id !== id) return false;
      const by = { ...services, viewer: viewerOf(args) };
      const again = said === undefined ? [] : listedMarkup([said]);
      return (await by.windows.follow(open, await current(by, carriedBy(open), { again }))) === 'shown';
    },
    /** Opens the window by a command, a shortcut or a button of another kind. */
    open,
    button: opener.show,
    opener: (name: string) => buttonNamed(name).show,
    action: actionId,
    listeners(services: Needed): Listener[] {
      const by = (viewer: Viewer): By<Needed> => ({ ...services, viewer });
      return [
        opener.listener(services),
        ...openers.map((name) => buttonNamed(name).listener(services)),
        ...Object.entries(actions).map(([name, run]) =>
          on.action(actionId(name), role, (args, viewer) => {
            const { value } = args.action;
            return act(args, by(viewer), (facts, metadata, values) =>
              run(facts, metadata, { value, values }, by(viewer)),
            );
          }),
        ),
        ...(changes
          ? [
              on.change(anyOf(changes.of.map(actionId)), role, (args, viewer) =>
                act(args, by(viewer), (...known) => changes.run(...known, by(viewer))),
              ),
            ]
          : []),
        ...Object.entries(menus).map(([field, menu]) =>
          on.options(actionId(field), role, (args, viewer) => menu(by(viewer), args)),
        ),
        ...(submit ? [on.view(id, role, (args, viewer) => receive(args, by(viewer)))] : []),
        ...(onClosed ? [on.closed(id, role, (args, viewer) => close(args, by(viewer)))] : []),
      ];
    },
  };
}

export function page(title: string, blocks: readonly KnownBlock[]): ModalView {
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain(say().close),
    blocks: [...blocks],
  };
}

function isPage(answer: object): answer is Page {
  return 'type' in answer && answer.type === 'modal';
}
