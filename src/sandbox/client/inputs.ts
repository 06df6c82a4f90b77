import type { Option } from '@slack/types';
import { type Element, type Interactive, optionsOf } from '../block-kit/interactive.ts';
import { readSuggestions } from '../block-kit/read.ts';
import type { Built } from '../build.ts';
import type { ConfirmDialog, ElementState, ElementTrouble, Menu, Outcome } from '../screen.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Canvas, Client } from './client.ts';
import { findElement, offeredConversations, type Slot, type Spot, slotOf, stateOf } from './elements.ts';
import { done, refused, sentences, type VerbOf } from './outcomes.ts';

const gone = refused('This element is no longer there.');

export async function press(parts: Built, client: Client, verb: VerbOf<'press'>) {
  const spot = findElement(parts.workspace, client, verb);
  if (spot?.one.element.type !== 'button') return gone;
  return asked(spot, verb.confirmed) ?? act(parts, client, spot);
}

export async function input(parts: Built, client: Client, verb: VerbOf<'input'>) {
  const { workspace } = parts;
  const spot = findElement(workspace, client, verb);
  if (!spot || spot.one.element.type === 'button') return gone;
  try {
    const state = stateWith({ workspace, client, canvas: spot.canvas }, spot.one, verb.value);
    const tells = isDispatched(spot.one, verb.enter ?? false);
    const question = tells ? asked(spot, verb.confirmed) : undefined;
    if (question) return question;
    remember(spot, state);
    return tells ? await act(parts, client, spot, state) : done;
  } catch (error) {
    if (error instanceof NotPossible) return refused(error.message);
    throw error;
  }
}

function remember({ canvas, one }: Spot, state: ElementState): void {
  if (one.element.type === 'overflow') return;
  const { blockId, actionId } = one;
  canvas.elements[blockId] = { ...canvas.elements[blockId], [actionId]: state };
  delete (canvas as Canvas & { errors?: Record<string, string> }).errors?.[blockId];
}

/** Elements in sections and actions notify the app; in input blocks only with `dispatch_action`. */
function isDispatched({ block, element }: Interactive, enter: boolean): boolean {
  if (block.type !== 'input') return true;
  if (!block.dispatch_action) return false;
  if (!element.type.endsWith('_input')) return true;
  const config = 'dispatch_action_config' in element ? element.dispatch_action_config : undefined;
  const on = config?.trigger_actions_on ?? ['on_enter_pressed'];
  return on.includes(enter ? 'on_enter_pressed' : 'on_character_entered');
}

function asked({ one }: Spot, confirmed: boolean | undefined): Outcome | undefined {
  const confirm = 'confirm' in one.element ? one.element.confirm : undefined;
  if (!confirm || confirmed) return undefined;
  if (confirmed === false) return done;
  const dialog: ConfirmDialog = {
    title: confirm.title?.text ?? 'Are you sure?',
    text: confirm.text.text,
    confirm: confirm.confirm?.text ?? 'Yes',
    deny: confirm.deny?.text ?? 'Cancel',
    style: confirm.style ?? 'primary',
  };
  return { outcome: 'confirm', dialog };
}

async function act(parts: Built, client: Client, spot: Spot, state?: ElementState): Promise<Outcome> {
  mark(spot, 'waiting');
  const answer = await parts.interactions.blockActions(client.person, spot.scene, spot.one, state);
  mark(spot, answer.ok ? undefined : 'failed');
  return answer.ok ? done : { outcome: 'no response', text: sentences.actionFailed };
}

function mark({ canvas, one }: Spot, state: ElementTrouble['state'] | undefined): void {
  const { blockId, actionId } = one;
  const others = canvas.trouble.filter((other) => other.blockId !== blockId || other.actionId !== actionId);
  canvas.trouble = state ? [...others, { blockId, actionId, state }] : others;
}

/** docs.slack.dev/reference/block-kit/block-elements/file-input-element: 10 files of 10 MB. */
const most = { files: 10, bytes: 10_000_000 };

/** Uploads files into a `file_input`, in place of those there. */
export function attach({ workspace, files, fileUrl }: Built, client: Client, verb: VerbOf<'attach'>) {
  const spot = findElement(workspace, client, verb);
  const element = spot?.one.element;
  if (!spot || element?.type !== 'file_input') return gone;
  const given = verb.files.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') }));
  const { filetypes, max_files = most.files } = element;
  if (given.length > max_files) return refused(`You can only upload up to ${max_files}.`);
  const isTaken = ({ name }: { name: string }) => !filetypes || filetypes.includes(typeIn(name));
  if (!given.every(isTaken)) return refused('This file type isn’t supported here.');
  if (given.some(({ content }) => content.length > most.bytes)) return refused('This file is too large.');
  const user = client.person.id;
  const shown = given.map(({ name, content }) => {
    const { id } = files.take(name, content);
    const urls = { url_private: fileUrl(id, name), url_private_download: fileUrl(id, name, 'download/') };
    const filetype = typeIn(name);
    const about = { id, name, title: name, mimetype: `text/${filetype}`, filetype, user };
    return { ...about, size: content.length, mode: 'hosted' as const, ...urls };
  });
  remember(spot, stateOf(element.type, 'files', shown));
  return done;
}

function typeIn(name: string): string {
  return name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '';
}

type InputValue = string | string[] | null;

/** A value that nobody could enter into this element, such as an option that the menu doesn't show. */
class NotPossible extends Error {
  override name = 'NotPossible';
}

interface Whose {
  workspace: Workspace;
  client: Client;
  canvas: Canvas;
}

/** Throws `NotPossible` when Slack wouldn't accept the value. */
function stateWith(whose: Whose, one: Interactive, value: InputValue): ElementState {
  const { type } = one.element;
  const slot = slotOf(type);
  if (!slot || slot === 'files') throw new NotPossible(`You can’t put anything into a ${type}.`);
  return stateOf(type, slot, contents[slot](value, one, whose));
}

const contents: Record<
  Exclude<Slot, 'files'>,
  (value: InputValue, one: Interactive, whose: Whose) => unknown
> = {
  value: (value) => single(value) || null,
  rich_text_value: (value) => richText(single(value)),
  selected_date: (value) => matching(value, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
  selected_time: (value) => matching(value, /^([01]\d|2[0-3]):[0-5]\d$/),
  selected_date_time: (value) => (value === null ? null : Number(matching(value, /^\d{10}$/))),
  selected_option: (value, one, whose) => oneOf(value, offered(whose, one)),
  selected_options: (value, one, whose) => several(one, value).map(offered(whose, one)),
  selected_user: (value, _one, whose) => oneOf(value, knownPerson(whose)),
  selected_users: (value, one, whose) => several(one, value).map(knownPerson(whose)),
  selected_conversation: (value, one, whose) => oneOf(value, knownChannel(whose, one)),
  selected_conversations: (value, one, whose) => several(one, value).map(knownChannel(whose, one)),
  selected_channel: (value, one, whose) => oneOf(value, knownChannel(whose, one)),
  selected_channels: (value, one, whose) => several(one, value).map(knownChannel(whose, one)),
};

function oneOf<Chosen>(value: InputValue, known: (wanted: string) => Chosen): Chosen | null {
  const wanted = single(value);
  return wanted === null ? null : known(wanted);
}

function single(value: InputValue): string | null {
  if (Array.isArray(value)) throw new NotPossible('You can only choose one.');
  return value;
}

function several({ element }: Interactive, value: InputValue): string[] {
  const values = value === null ? [] : [value].flat();
  const most = 'max_selected_items' in element ? (element.max_selected_items ?? Infinity) : Infinity;
  if (values.length > most) throw new NotPossible(`You can choose up to ${most}.`);
  if (new Set(values).size < values.length) throw new NotPossible('You can’t choose the same option twice.');
  return values;
}

function matching(value: InputValue, pattern: RegExp): string | null {
  const text = single(value);
  if (text !== null && !pattern.test(text)) throw new NotPossible(`You can’t enter “${text}” here.`);
  return text;
}

function offered({ canvas }: Whose, one: Interactive): (wanted: string) => Option {
  const state = canvas.elements[one.blockId]?.[one.actionId];
  const chosen = [state?.selected_option ?? [], state?.selected_options ?? []].flat();
  const options = [...optionsOf(one.element), ...(canvas.menus.get(menuKey(one)) ?? []), ...chosen];
  return (wanted) => {
    const option = options.find(({ value }) => value === wanted);
    if (!option) throw new NotPossible(`The menu has no option “${wanted}”.`);
    return option;
  };
}

function knownPerson({ workspace }: Whose): (id: string) => string {
  return known((id) => workspace.people.has(id));
}

function knownChannel({ workspace, client }: Whose, { element }: Interactive): (id: string) => string {
  return known((id) => offeredConversations(workspace, client, element).some((one) => one.id === id));
}

function known(isKnown: (id: string) => boolean): (id: string) => string {
  return (id) => {
    if (!isKnown(id)) throw new NotPossible(`You can’t choose ${id} here.`);
    return id;
  };
}

function menuKey({ blockId, actionId }: { blockId: string; actionId: string }): string {
  return `${blockId}/${actionId}`;
}

function richText(text: string | null) {
  if (!text) return undefined;
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
  return { type: 'rich_text', elements: [section] };
}

/** Minimum query length before Slack asks the app for options, unless the menu overrides it. */
const usualQueryLength = 3;

export async function suggest(parts: Built, client: Client, verb: VerbOf<'suggest'>) {
  const spot = findElement(parts.workspace, client, verb);
  if (!spot) return refused('This menu is no longer there.');
  const { element } = spot.one;
  if (element.type !== 'external_select' && element.type !== 'multi_external_select')
    return menu(ownOptions(parts.workspace, client, element, verb.query));
  const least = element.min_query_length ?? usualQueryLength;
  if ([...verb.query].length < least) return menu({ note: sentences.typeAtLeast(least) });
  return menu(await loaded(parts, client, spot, verb.query));
}

function menu(shown: Partial<Menu>): Outcome {
  const { options = [], groups = [], note } = shown;
  const isEmpty = options.length === 0 && groups.length === 0;
  return { outcome: 'menu', menu: { options, groups, note: note ?? (isEmpty ? sentences.noResults : null) } };
}

async function loaded({ interactions }: Built, client: Client, { canvas, scene, one }: Spot, query: string) {
  const answer = await interactions.suggestion(client.person, scene, one, query);
  if (!answer.ok) return { note: sentences.notLoaded };
  const read = readSuggestions(answer.body);
  if ('problems' in read) return { note: sentences.badOptions };
  const { options = [], option_groups: groups = [] } = read.read;
  canvas.menus.set(menuKey(one), [...options, ...groups.flatMap((group) => group.options)]);
  return { options, groups };
}

function ownOptions(workspace: Workspace, client: Client, element: Element, query: string): Partial<Menu> {
  const fits = ({ text }: Option) => text.text.toLowerCase().includes(query.toLowerCase());
  const fitting = (options: readonly Option[]) => ({ options: options.filter(fits) });
  const named = (id: string, text: string): Option => ({ text: { type: 'plain_text', text }, value: id });
  if (element.type.endsWith('users_select')) {
    const active = [...workspace.people.values()].filter((person) => !person.isDeleted);
    return fitting(active.map(({ id, realName }) => named(id, realName)));
  }
  if (element.type.endsWith('conversations_select') || element.type.endsWith('channels_select')) {
    const conversations = offeredConversations(workspace, client, element);
    return fitting(conversations.map(({ id, name }) => named(id, name)));
  }
  const groups = 'option_groups' in element && element.option_groups ? element.option_groups : [];
  if (groups.length === 0) return fitting(optionsOf(element));
  const searched = groups.map((group) => ({ ...group, ...fitting(group.options) }));
  return { groups: searched.filter(({ options }) => options.length > 0) };
}
