import type { KnownBlock, ModalView, PlainTextElement, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
import { actionButton, type By } from './button.ts';
import type { Field } from './forms/field.ts';
import { Form, type NameIn, type ValuesOf } from './forms/form.ts';
import type { Audience, OpenView } from './incoming/arrival.ts';
import type { MenuArgs } from './incoming/listeners.ts';
import { say } from './messages.ts';
import { plain } from './views/blocks.ts';
import type { Opened, WindowUpdates } from './views/open-view.ts';
import { atTop, carriedBy, carrying, page } from './views/view.ts';

export type Fields<Offered> = Record<string, Field<unknown, Offered>>;

/** Entries of a menu that match what is typed. Slack waits three seconds and uses only the first answer. */
export type MenuOf<Services> = (
  services: Services,
  query: string,
  view: MenuArgs['options']['view'],
) => Menu | Promise<Menu>;

export type Menu =
  | { options: PlainTextOption[] }
  | { option_groups: { label: PlainTextElement; options: PlainTextOption[] }[] };

/** Services that every window needs. A window names its others where its `facts` takes them. */
export interface ModalServices {
  windows: WindowUpdates;
  clock: Clock;
}

/** The open window in which something happens. */
export interface Here {
  open: OpenView;
  /** Slack's timestamp of a change or a press. */
  at: string;
  /** Milliseconds left to wait before a submission is answered. */
  left(): number;
  /** Runs after the answer is shown: Slack ignores a late one, and the window may be closed. */
  whenTaken(work: () => Promise<unknown>): void;
  /** Whether everything was closed at once, and not this window alone. */
  isCleared: boolean;
}

interface Content<Kept, Table> {
  /** Blocks before the fields. */
  above?: readonly KnownBlock[];
  values?: ValuesOf<Table>;
  /** Hints in place of those in the table. */
  hints?: Partial<Record<NameIn<Table>, string>>;
  /** Blocks directly after a field. */
  beside?: Partial<Record<NameIn<Table>, readonly KnownBlock[]>>;
  /** Blocks after the fields. */
  below?: readonly KnownBlock[];
  /** Carried until the window is submitted, such as the version that the person saw. */
  keep?: Kept;
}

export type Page = ModalView;

export interface Again<Kept, Table> {
  /** Blocks at the top of the window, where they stay. Without them, those that are there stay. */
  again?: readonly KnownBlock[];
  /** Blocks after the fields, until something else happens. */
  beneath?: readonly KnownBlock[];
  /** Values to show in place of those in the window. */
  values?: ValuesOf<Table>;
  keep?: Partial<Kept>;
}

/** `above`: a page to show above the window, or in its place where Slack shows no more (`isAbove` is false then). */
export type Shown<Kept, Table> = Page | { above(isAbove: boolean): Page } | Again<Kept, Table>;
type Errors<Table> = Partial<Record<NameIn<Table>, string | undefined>>;
type Answer<Kept, Table> = Shown<Kept, Table> | 'close' | { errors: Errors<Table> };

/** Id of the window that only leads to others: what its buttons open takes its place. */
export const menuId = 'home_menu';

/** How the window is shown: carried in it. */
export const AsShown = z.object({
  /** Whether the fields with `isFurther` are there. */
  isFull: z.literal(true).optional(),
  /** Whether it is above the form to which it leads back. */
  isAbove: z.boolean().optional(),
});
export type AsShown = z.infer<typeof AsShown>;

/** Everything about one window. All functions run in the language of the person who looks at it. */
export interface WindowDefinition<Needed, Metadata, Kept, Facts, Table, Offered> {
  id: string;
  role: Audience;
  /** Subject of the window, if it has one, given by its button: 2,000 characters of JSON at most (Slack's limit). */
  metadata?: z.ZodType<Metadata>;
  /** Schema of what `open` returns as `keep`. */
  kept?: z.ZodType<Kept>;
  /** Windows whose ids begin with this open in each other's place, not above each other. */
  family?: string;
  /** Opens above every other window, also above one of its own kind. */
  stacks?: true;
  /** Names of further buttons that open it: Slack refuses two buttons with one action id in a row. */
  openers?: readonly string[];
  /** Whether the windows below close with it when it is submitted. */
  clears?: true;
  waiting?(): Page;
  /** Everything from outside that the window needs; or a page that says why there is no window. */
  facts(by: By<Needed>, metadata: Metadata & Partial<Kept>): Promise<Facts | Page>;
  title(facts: Facts): string;
  /** Made for each window, so that labels and the choice of fields can depend on the facts. */
  fields?(facts: Facts): Partial<Table>;
  /** Text of the button that shows the fields with `isFurther`. Without it they are always there. */
  more?(): string;
  /** Choices of the fields' menus. */
  offered?(facts: Facts): Offered;
  /** Menus that ask for their entries while somebody types, by the id of their field. */
  menus?: Record<string, MenuOf<By<NoInfer<Needed>>>>;
  /** `typed` are the values in the window, which an answer kept. */
  open(
    facts: Facts,
    metadata: Metadata & Partial<Kept> & AsShown,
    typed?: ValuesOf<NoInfer<Table>>,
  ): Content<NoInfer<Kept>, NoInfer<Table>> | Page;
  submit?: {
    /** The button's text; undefined for a window that can't be submitted now. */
    text(facts: Facts): string | undefined;
    /** A page shown while `run` takes longer than Slack waits. */
    waiting?(): Page;
    run(
      facts: Facts,
      metadata: Metadata & Kept & AsShown,
      values: ValuesOf<Table>,
      by: By<Needed>,
      here: Here,
    ): Promise<Answer<NoInfer<Kept>, NoInfer<Table>>>;
  };
  /** Buttons and menus outside the fields by name; `action` gives their ids. They get the values as they are then. */
  actions?: Record<
    string,
    (
      facts: NoInfer<Facts>,
      metadata: Metadata & Kept & AsShown,
      press: { value: string | undefined; values: ValuesOf<NoInfer<Table>> },
      by: By<NoInfer<Needed>>,
      here: Here,
    ) => Promise<Shown<NoInfer<Kept>, NoInfer<Table>>>
  >;
  /** Called when the person chooses something in one of the fields with these ids. `typed` are those with text. */
  changes?: {
    of: readonly string[];
    typed?: readonly string[];
    run(
      facts: Facts,
      metadata: Metadata & Kept & AsShown,
      values: ValuesOf<NoInfer<Table>>,
      by: By<Needed>,
      here: Here,
    ): Promise<Shown<NoInfer<Kept>, NoInfer<Table>>>;
  };
  /**
   * The form to which this page leads back. Closing the page does so; where the page took the form's place, a button
   * does.
   */
  back?(metadata: Metadata & Kept, by: By<Needed>): Promise<Page>;
  /** Called first with each choice and each character typed. Nothing can be shown then. */
  onInput?(
    facts: Facts,
    metadata: Metadata & Kept,
    values: ValuesOf<NoInfer<Table>>,
    by: By<Needed>,
    here: Here,
  ): void;
  /** Called when the window is shown, or shown again. `view` is without what `showAgain` says above it. */
  onShown?(window: Opened, view: ModalView, metadata: Metadata, by: By<Needed>): void;
  /** Called when the person closes the window without submitting it. Nothing can be shown then. */
  onClosed?(metadata: Metadata & Kept & AsShown, by: By<Needed>, here: Here): Promise<void>;
}

/** Functions that make a window's view from its facts, and read what an open one carries. */
export function drawing<
  Needed extends ModalServices,
  Metadata extends object,
  Facts extends object,
  Kept extends object,
  Table extends Fields<Offered>,
  Offered,
>(window: WindowDefinition<Needed, Metadata, Kept, Facts, Table, Offered>) {
  const { id, submit, changes, more, onClosed } = window;
  // Without a subject, `Metadata` is `object`.
  const subject = window.metadata ?? (z.object({}) as unknown as z.ZodType<Metadata>);
  const actionId = (name: string) => `${id}_${name}`;
  const heard = new Set([...(changes?.of ?? []), ...(changes?.typed ?? [])]);
  // The form goes over the fields that there are; the type names all that there may be.
  const formOf = (facts: Facts) => new Form<Table, Offered>((window.fields?.(facts) ?? {}) as Table);

  type Carried = Metadata & Partial<Kept> & AsShown;

  /** Adds the window's id, so that its button on the page opens it in the same place. */
  const withId = (made: Page): ModalView => ({ callback_id: id, ...made });

  function view(facts: Facts, metadata: Carried, shown: Again<Kept, Table> = {}): ModalView {
    const { again = [], beneath = [], values: typed } = shown;
    const top = atTop(again);
    const content = window.open(facts, metadata, typed);
    if (isPage(content)) return { ...withId(content), blocks: [...top, ...content.blocks] };
    const { above = [], below = [], values = {}, keep } = content;
    const filled = typed ?? values;
    const isShort = more !== undefined && !metadata.isFull && !formOf(facts).hasFurther(filled);
    const fields = fieldBlocks(facts, { ...content, values: filled }, isShort);
    const leadsBack = window.back !== undefined && !metadata.isAbove;
    const back = leadsBack ? [buttonRow(actionId('back'), say().back)] : [];
    const text = submit?.text(facts);
    return {
      ...page(window.title(facts), [...top, ...above, ...fields, ...beneath, ...below, ...back]),
      callback_id: id,
      ...carrying({ ...metadata, ...keep, ...(more && !isShort && { isFull: true }) }),
      ...(text !== undefined && { submit: plain(text, 24), close: plain(say().cancel) }),
      ...(window.back && metadata.isAbove && { close: plain(say().back) }),
      ...(window.clears && { clear_on_close: true }),
      ...(onClosed && { notify_on_close: true }),
    };
  }

  /** Fields with the blocks beside them. `isShort`: the further ones are behind a button. */
  function fieldBlocks(facts: Facts, content: Content<Kept, Table>, isShort: boolean): KnownBlock[] {
    const { values = {}, hints = {}, beside } = content;
    const how = { actionId, heard, isShort, hints };
    const fields = formOf(facts).blocks(values, window.offered?.(facts) as Offered, how);
    const shown = fields.flatMap(({ name, block }) => [block, ...(beside?.[name] ?? [])]);
    return isShort && more ? [...shown, buttonRow(actionId('more'), more())] : shown;
  }

  async function current(by: By<Needed>, metadata: Carried, shown?: Again<Kept, Table>) {
    const facts = await window.facts(by, metadata);
    return isPage(facts) ? withId(facts) : view(facts, metadata, shown);
  }

  /** @throws ZodError for a window that another version of Frontdesk opened */
  function metadataOf(open: OpenView): Metadata & Kept & AsShown {
    const carried = carriedBy(open);
    const own = { ...subject.parse(carried), ...AsShown.parse(carried) };
    return { ...own, ...(window.kept?.parse(carried) ?? ({} as Kept)) };
  }

  return { subject, actionId, formOf, view, withId, current, metadataOf };
}

export function isPage(answer: object): answer is Page {
  return 'type' in answer && answer.type === 'modal';
}

function buttonRow(action_id: string, text: string): KnownBlock {
  return { type: 'actions', block_id: action_id, elements: [actionButton(action_id, { text })] };
}
