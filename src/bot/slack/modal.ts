import type { KnownBlock, ModalView } from '@slack/types';
import type { z } from 'zod';
import { type By, button } from './button.ts';
import type { Field } from './forms/field.ts';
import { Form, type NameIn, type ValuesOf } from './forms/form.ts';
import type { ButtonArgs, ClosedArgs, FormArgs } from './incoming/args.ts';
import { type Listener, on } from './incoming/listeners.ts';
import { type OpenView, originOf } from './incoming/origin.ts';
import type { Audience, Viewer } from './incoming/reader.ts';
import { say } from './messages.ts';
import { plain } from './views/blocks.ts';
import { showAbove } from './views/open-view.ts';
import { atBlocks } from './views/view.ts';
import type { WindowUpdates } from './views/window-updates.ts';

type Fields = Record<string, Field<unknown, undefined>>;

/** Services that every window needs. A window names its others where its `facts` takes them. */
interface Services {
  windows: WindowUpdates;
}

/** The content of the window. */
interface Content<Kept, Table> {
  /** Blocks before the fields. */
  above?: readonly KnownBlock[];
  values?: ValuesOf<Table>;
  /** Blocks after the fields. */
  below?: readonly KnownBlock[];
  /** Carried until the window is submitted, such as the version that the person saw. */
  keep?: Kept;
}

/** A page instead of the window's content: see `page`, `outcomePage` and `noticeView`. */
type Page = ModalView;

/** `again`: the current window, with these blocks at the top. */
type Shown = Page | { again: readonly KnownBlock[] };

type Errors<Table> = Partial<Record<NameIn<Table>, string>>;

/** Everything about one window. All functions run in the language of the person who looks at it. */
interface Definition<Needed, Metadata, Kept, Facts, Table> {
  /** Callback id of the window, and action id of its button. */
  id: string;
  role: Audience;
  /** Subject of the window, given by its button: 2,000 characters of JSON at most (Slack's limit). */
  metadata: z.ZodType<Metadata>;
  /** Schema of what `open` returns as `keep`. */
  kept?: z.ZodType<Kept>;
  /** A page shown at once, for a window whose facts may take longer than Slack waits (3 seconds). */
  waiting?(): Page;
  /** Everything from outside that the window needs; or a page that says why there is no window. */
  facts(by: By<Needed>, metadata: Metadata): Promise<Facts | Page>;
  title(facts: Facts): string;
  /** Made for each window, so that labels and the choice of fields can depend on the facts. */
  fields?(facts: Facts): Partial<Table>;
  open(facts: Facts, metadata: Metadata): Content<Kept, NoInfer<Table>> | Page;
  submit?: {
    /** The button's text. */
    text(facts: Facts): string;
    run(
      facts: Facts,
      metadata: Metadata & Kept,
      values: ValuesOf<Table>,
      by: By<Needed>,
    ): Promise<Shown | 'close' | { errors: Errors<NoInfer<Table>> }>;
  };
  /** Buttons in the window by name; `action` gives their ids. They get the values as they are when pressed. */
  actions?: Record<
    string,
    (
      facts: Facts,
      metadata: Metadata & Kept,
      press: { value: string | undefined; values: ValuesOf<NoInfer<Table>> },
      by: By<Needed>,
    ) => Promise<Shown>
  >;
  /** Called when the person closes the window without submitting it. Nothing can be shown then. */
  onClosed?(
    facts: Facts,
    metadata: Metadata & Kept,
    values: ValuesOf<NoInfer<Table>>,
    by: By<Needed>,
  ): Promise<void>;
}

/**
 * Defines a window: its button, its content and everything that happens in it. A feature lists
 * `window.listeners(services)`; until then a window needs no services, so anything can import it for its button.
 */
export function modal<
  Needed extends Services,
  Metadata extends object,
  Facts extends object,
  Kept extends object = object,
  Table extends Fields = Record<never, never>,
>(window: Definition<Needed, Metadata, Kept, Facts, Table>) {
  const { id, role, waiting, submit, actions = {}, onClosed } = window;
  const actionId = (name: string) => `${id}_${name}`;
  // The form goes over the fields that there are; the type names all that there may be.
  const formOf = (facts: Facts) => new Form(id, (window.fields?.(facts) ?? {}) as Table);

  function view(facts: Facts, metadata: Metadata, top: readonly KnownBlock[]): ModalView {
    const content = window.open(facts, metadata);
    if (isPage(content)) return content;
    const { above = [], values = {}, below = [], keep } = content;
    return {
      ...page(window.title(facts), [...top, ...above, ...formOf(facts).blocks(values, undefined), ...below]),
      private_metadata: JSON.stringify({ ...metadata, ...keep }),
      ...(submit && {
        submit: plain(submit.text(facts), 24),
        close: plain(say().cancel),
      }),
      ...(onClosed && { notify_on_close: true }),
    };
  }

  /** The current window. A page gets its callback id too, so that the window's button on it opens in the same place. */
  async function current(by: By<Needed>, metadata: Metadata, top: readonly KnownBlock[] = []) {
    const facts = await window.facts(by, metadata);
    return { callback_id: id, ...(isPage(facts) ? facts : view(facts, metadata, top)) };
  }

  const shown = async (answer: Shown, by: By<Needed>, metadata: Metadata): Promise<ModalView> =>
    isPage(answer) ? answer : current(by, metadata, answer.again);

  /** @throws ZodError for a window that another version of Frontdesk opened */
  function carriedBy({ private_metadata }: Pick<OpenView, 'private_metadata'>): Metadata & Kept {
    const carried: unknown = JSON.parse(private_metadata);
    return { ...window.metadata.parse(carried), ...(window.kept?.parse(carried) ?? ({} as Kept)) };
  }

  /** Opens the window above the one with the button, or in its place if the button is in this same window. */
  async function open(metadata: Metadata, by: By<Needed>, args: ButtonArgs): Promise<void> {
    const first = waiting ? { callback_id: id, ...waiting() } : await current(by, metadata);
    const opened = await show(args, by, first);
    if (waiting && opened) await by.windows.follow(opened, await current(by, metadata));
  }

  /** @returns the window with the page; undefined if it was closed meanwhile */
  async function show(args: ButtonArgs, { windows }: By<Needed>, first: ModalView) {
    const { view: open } = originOf(args.body);
    if (open?.callback_id !== id) return showAbove(windows, args, first);
    return (await windows.follow(open, first)) === 'shown' ? open : undefined;
  }

  const opener = button({ id, role, value: window.metadata, press: open });

  async function receive({ ack, view: submitted }: FormArgs, by: By<Needed>) {
    const metadata = carriedBy(submitted);
    const facts = await window.facts(by, metadata);
    if (isPage(facts)) return ack({ response_action: 'update', view: facts });
    const form = formOf(facts);
    const answer = await submit?.run(facts, metadata, form.read(submitted.state.values), by);
    if (answer === undefined || answer === 'close') return ack();
    if ('errors' in answer) {
      const errors = atBlocks(submitted, form.errors(answer.errors) ?? {});
      return ack({ response_action: 'errors', errors });
    }
    return ack({ response_action: 'update', view: await shown(answer, by, metadata) });
  }

  async function press(name: string, args: ButtonArgs, by: By<Needed>): Promise<void> {
    await args.ack();
    const { view: open } = args.body;
    if (!open) return;
    const metadata = carriedBy(open);
    const facts = await window.facts(by, metadata);
    const act = (found: Facts) => {
      const values = formOf(found).read(open.state.values);
      return actions[name]?.(found, metadata, { value: args.action.value, values }, by);
    };
    const answer = isPage(facts) ? facts : await act(facts);
    if (answer) await by.windows.follow(open, await shown(answer, by, metadata));
  }

  async function close({ view: closed }: ClosedArgs, by: By<Needed>): Promise<void> {
    const metadata = carriedBy(closed);
    const facts = await window.facts(by, metadata);
    if (!isPage(facts)) await onClosed?.(facts, metadata, formOf(facts).read(closed.state.values), by);
  }

  return {
    id,
    /** The window with these facts. */
    view: (facts: Facts, metadata: Metadata) => view(facts, metadata, []),
    /** The button that opens the window. */
    button: opener.show,
    /** The action id of one of `actions`. */
    action: actionId,
    listeners(services: Needed): Listener[] {
      const by = (viewer: Viewer): By<Needed> => ({ ...services, viewer });
      return [
        opener.listener(services),
        ...Object.keys(actions).map((name) =>
          on.action(actionId(name), role, (args, viewer) => press(name, args, by(viewer))),
        ),
        ...(submit ? [on.view(id, role, (args, viewer) => receive(args, by(viewer)))] : []),
        ...(onClosed ? [on.closed(id, role, (args, viewer) => close(args, by(viewer)))] : []),
      ];
    },
  };
}

/** A window with nothing to submit. */
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
