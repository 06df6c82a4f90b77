import { createHash } from 'node:crypto';
import type { Button, ModalView } from '@slack/types';
import { z } from 'zod';
import { parsedJson } from '../../../../json.ts';
import type { RequestPlace } from '../../../ledger/lists/pages.ts';
import { ownOf } from '../../../requests/employees.ts';
import type { By } from '../../../slack/button.ts';
import { type Field, textField } from '../../../slack/forms/field.ts';
import { modal } from '../../../slack/modal.ts';
import { note, paragraph, row } from '../../../slack/views/blocks.ts';
import { say } from '../messages.ts';
import { personRow } from '../rows.ts';
import type { HomeServices } from '../services.ts';

const perPage = 20;
const longestName = 100;
/** Pages one can go back; earlier ones are dropped, because Slack limits a button's value. */
const longestTrail = 25;

const Place = z.object({ createdAt: z.string(), id: z.string() });

/** Starting places of the pages visited so far. The last one is the current page; empty on the first page. */
const Trail = z.array(Place);
type Trail = readonly RequestPlace[];

type Facts = Awaited<ReturnType<typeof read>>;

type Services = By<HomeServices>;

/** Everybody, or people with a name. `of` is a digest of the name, which isn't carried itself. */
export const findWindow = modal({
  id: 'home_requests',
  role: 'managers',
  kept: z.object({ of: z.string() }),
  facts: (by: Services) => read(undefined, [], by),
  title: () => say().lists.title,
  fields: () => ({ search: searchField() }),
  offered: () => undefined,
  open: ({ name, trail, rows, next }) => ({
    values: { search: name },
    below: [...rows, ...row(...buttonsOf(trail, next))],
    keep: { of: digestOf(name) },
  }),
  submit: {
    text: () => say().lists.search,
    run: async (_facts, _metadata, { search }, by) => pageOf(await read(search, [], by)),
  },
  actions: { newer: turn, older: turn },
});

async function turn(
  _facts: Facts,
  { of }: { of: string },
  { value, values: { search: name } }: { value: string | undefined; values: { search?: string | undefined } },
  by: Services,
): Promise<ModalView> {
  const trail = of === digestOf(name) ? Trail.safeParse(parsedJson(value ?? '')).data : undefined;
  return pageOf(await read(name, trail ?? [], by));
}

function pageOf(facts: Facts): ModalView {
  return findWindow.view(facts, {});
}

async function read(name: string | undefined, trail: Trail, by: Services) {
  const { lists } = say();
  const own = await ownOf(by.viewer, by);
  const found = await by.ledger.search({ name, place: trail.at(-1), limit: perPage, own });
  const none = name === undefined ? lists.none : lists.nothingFound;
  const rows = found.requests.map((request) =>
    personRow(request, by, { isReplaced: found.replaced.has(request.id) }),
  );
  const all = [...(found.isCut ? [note(lists.isCut)] : []), ...(rows.length > 0 ? rows : [paragraph(none)])];
  return { name, trail, rows: all, next: found.next };
}

function searchField(): Field<string, undefined> {
  const { byName: label, byNameHint: hint } = say().lists;
  const field = textField({ label, hint, most: longestName });
  return { ...field, element: (name) => ({ ...field.element(name, undefined), focus_on_load: true }) };
}

function digestOf(name = ''): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 8);
}

function buttonsOf(trail: Trail, next: RequestPlace | undefined): Button[] {
  const { newer, older } = say().lists;
  const button = (name: 'newer' | 'older', text: string, to: Trail): Button =>
    findWindow.actionButton(name, { text, value: JSON.stringify(to.slice(-longestTrail)) });
  return [
    ...(trail.length > 0 ? [button('newer', newer, trail.slice(0, -1))] : []),
    ...(next ? [button('older', older, [...trail, next])] : []),
  ];
}
