import type { KnownBlock, ModalView } from '@slack/types';
import type { By } from './button.ts';
import { Form } from './forms/form.ts';
import type { OpenView } from './incoming/origin.ts';
import { say } from './messages.ts';
import { plain } from './views/blocks.ts';
import { atTop, page } from './views/view.ts';
import {
  type Again,
  AsShown,
  type Content,
  type Fields,
  type ModalServices,
  type Page,
  type WindowDefinition,
} from './window.ts';

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
  const actionId = (name: string) => `${id}_${name}`;
  // The form goes over the fields that there are; the type names all that there may be.
  const formOf = (facts: Facts) =>
    new Form<Table, Offered>(id, (window.fields?.(facts) ?? {}) as Table, {
      dispatches: changes !== undefined,
    });

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
      private_metadata: JSON.stringify({ ...metadata, ...keep, ...(more && !isShort && { isFull: true }) }),
      ...(text !== undefined && { submit: plain(text, 24), close: plain(say().cancel) }),
      ...(window.back && metadata.isAbove && { close: plain(say().back) }),
      ...(window.clears && { clear_on_close: true }),
      ...(onClosed && { notify_on_close: true }),
    };
  }

  /** Fields with the blocks beside them. `isShort`: the further ones are behind a button. */
  function fieldBlocks(facts: Facts, content: Content<Kept, Table>, isShort: boolean): KnownBlock[] {
    const { values = {}, hints = {}, beside } = content;
    const fields = formOf(facts).blocks(values, window.offered?.(facts) as Offered, { isShort, hints });
    const shown = fields.flatMap(({ name, block }) => [block, ...(beside?.[name] ?? [])]);
    return isShort && more ? [...shown, buttonRow(actionId('more'), more())] : shown;
  }

  async function current(by: By<Needed>, metadata: Carried, shown?: Again<Kept, Table>) {
    const facts = await window.facts(by, metadata);
    return isPage(facts) ? withId(facts) : view(facts, metadata, shown);
  }

  /** @throws ZodError for a window that another version of Frontdesk opened */
  function carriedBy({ private_metadata }: Pick<OpenView, 'private_metadata'>): Metadata & Kept & AsShown {
    const carried: unknown = JSON.parse(private_metadata);
    const own = { ...window.metadata.parse(carried), ...AsShown.parse(carried) };
    return { ...own, ...(window.kept?.parse(carried) ?? ({} as Kept)) };
  }

  return { actionId, formOf, view, withId, current, carriedBy };
}

export function isPage(answer: object): answer is Page {
  return 'type' in answer && answer.type === 'modal';
}

function buttonRow(action_id: string, text: string): KnownBlock {
  return {
    type: 'actions',
    block_id: action_id,
    elements: [{ type: 'button', action_id, text: plain(text) }],
  };
}
