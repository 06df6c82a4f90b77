import type { Button, KnownBlock, ModalView, PlainTextInput } from '@slack/types';
import { z } from 'zod';
import type { Viewer } from '../../../feature.ts';
import { type RequestPlace, stages } from '../../../ledger/lists/pages.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { note, paragraph, plain } from '../../../slack/views/blocks.ts';
import { input } from '../../../slack/views/view.ts';
import type { PageDeps } from '../deps.ts';
import { detailsButton, linesOf } from '../desk/request-blocks.ts';
import { actions, searchBlock, views } from '../ids.ts';
import { ownOf } from '../viewer.ts';
import { say } from './messages.ts';

const perPage = 20;
const longestName = 100;
/** Pages one can go back; earlier ones are dropped, because Slack limits a button's value. */
const longestTrail = 25;

/** Starting places of the pages visited so far. The last one is the current page; empty on the first page. */
type Trail = readonly RequestPlace[];

const Stored = z.array(z.tuple([z.enum(stages), z.string(), z.string()]));

function storedTrail(trail: Trail): string {
  return JSON.stringify(trail.slice(-longestTrail).map(({ stage, createdAt, id }) => [stage, createdAt, id]));
}

/** Parses a paging button's value; empty (the first page) if it isn't valid. */
export function trailIn(value: string | undefined): Trail {
  try {
    return Stored.parse(JSON.parse(value ?? '')).map(([stage, createdAt, id]) => ({ stage, createdAt, id }));
  } catch {
    return [];
  }
}

interface RequestsWanted {
  name: string | undefined;
  trail: Trail;
  isSearching?: boolean;
}

export async function requestsView(
  viewer: Viewer,
  { name, trail, isSearching = false }: RequestsWanted,
  deps: PageDeps,
): Promise<ModalView> {
  const { lists } = say();
  const asked = { place: trail.at(-1), limit: perPage, own: await ownOf(viewer, deps) };
  const found =
    name === undefined
      ? { ...(await deps.ledger.requestsPage(asked)), isCut: false }
      : await deps.ledger.findByName(name, asked);
  const none = name === undefined ? lists.none : lists.nothingFound;
  const replaced = await deps.ledger.replacedAmong(found.requests);
  const rows = found.requests.map((request) => ({
    ...paragraph(linesOf(request, deps, replaced.has(request.id)).join('\n')),
    accessory: detailsButton(request),
  }));
  const buttons = buttonsOf(trail, found.next);
  return {
    type: 'modal',
    callback_id: views.requests,
    title: plain(lists.title, 24),
    submit: plain(lists.search, 24),
    close: plain(saySlack().close),
    blocks: [
      searchField(name, isSearching),
      ...(found.isCut ? [note(lists.isCut)] : []),
      ...(rows.length > 0 ? rows : [paragraph(none)]),
      ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
    ],
  };
}

function searchField(name: string | undefined, isSearching: boolean): KnownBlock {
  const { byName, byNameHint } = say().lists;
  const element: PlainTextInput = {
    type: 'plain_text_input',
    action_id: actions.search,
    max_length: longestName,
    dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] },
    ...(isSearching && { focus_on_load: true }),
    ...(name !== undefined && { initial_value: name.slice(0, longestName) }),
  };
  return input({ id: searchBlock, label: byName, hint: byNameHint, optional: true, dispatch: true, element });
}

function buttonsOf(trail: Trail, next: RequestPlace | undefined): Button[] {
  const { newer, older } = say().lists;
  const button = (action_id: string, text: string, to: Trail): Button => ({
    type: 'button',
    action_id,
    text: plain(text),
    value: storedTrail(to),
  });
  return [
    ...(trail.length > 0 ? [button(actions.newer, newer, trail.slice(0, -1))] : []),
    ...(next ? [button(actions.older, older, [...trail, next])] : []),
  ];
}
