import type { Button, KnownBlock, ModalView, PlainTextInput } from '@slack/types';
import { z } from 'zod';
import type { Viewer } from '../../../feature.ts';
import { type RequestPlace, stages } from '../../../ledger/lists/pages.ts';
import { note, paragraph, plain } from '../../../slack/views/blocks.ts';
import { input } from '../../../slack/views/inputs.ts';
import { words as slackWords } from '../../../slack/words.ts';
import type { PageDeps } from '../deps.ts';
import { detailsButton, linesOf } from '../desk/request-blocks.ts';
import { actions, searchBlock, views } from '../ids.ts';
import { ownOf } from '../viewer.ts';
import { words } from '../words.ts';

/** Requests on a page. */
const perPage = 20;
/** The most characters of a name that is looked for. */
const longestName = 100;
/** So many pages back can be gone; from there to the first one. What a button holds is bounded. */
const longestTrail = 25;

/** The places behind which the pages begin that were looked at: the last one is the page itself, none is the first. */
type Trail = readonly RequestPlace[];

const Stored = z.array(z.tuple([z.enum(stages), z.string(), z.string()]));

function storedTrail(trail: Trail): string {
  return JSON.stringify(trail.slice(-longestTrail).map(({ stage, createdAt, id }) => [stage, createdAt, id]));
}

/** What a button of the page holds; the first page for what is none. */
export function trailIn(value: string | undefined): Trail {
  try {
    return Stored.parse(JSON.parse(value ?? '')).map(([stage, createdAt, id]) => ({ stage, createdAt, id }));
  } catch {
    return [];
  }
}

/** What is wanted of the requests. */
interface RequestsWanted {
  /** A name, or a part of it; all requests where there is none. */
  name: string | undefined;
  trail: Trail;
  /** Whether the cursor is to stand in the field. */
  isSearching?: boolean;
}

/** All requests, or those about people with a name: a page of them. @throws what the database throws */
export async function requestsView(
  viewer: Viewer,
  { name, trail, isSearching = false }: RequestsWanted,
  deps: PageDeps,
): Promise<ModalView> {
  const { language } = viewer;
  const { lists } = words[language];
  const asked = { place: trail.at(-1), limit: perPage, own: await ownOf(viewer, deps) };
  const found =
    name === undefined
      ? { ...(await deps.ledger.requestsPage(asked)), isCut: false }
      : await deps.ledger.findByName(name, asked);
  const none = name === undefined ? lists.none : lists.nothingFound;
  const replaced = await deps.ledger.replacedAmong(found.requests);
  const rows = found.requests.map((request) => ({
    ...paragraph(linesOf(request, viewer, deps, replaced.has(request.id)).join('\n')),
    accessory: detailsButton(request, viewer),
  }));
  const buttons = buttonsOf(trail, found.next, viewer);
  return {
    type: 'modal',
    callback_id: views.requests,
    title: plain(lists.title, 24),
    submit: plain(lists.search, 24),
    close: plain(slackWords[language].close),
    blocks: [
      searchField(name, isSearching, viewer),
      ...(found.isCut ? [note(lists.isCut)] : []),
      ...(rows.length > 0 ? rows : [paragraph(none)]),
      ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
    ],
  };
}

/** What was looked for stands in it, and nowhere else. */
function searchField(name: string | undefined, isSearching: boolean, { language }: Viewer): KnownBlock {
  const { byName, byNameHint } = words[language].lists;
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

function buttonsOf(trail: Trail, next: RequestPlace | undefined, { language }: Viewer): Button[] {
  const { newer, older } = words[language].lists;
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
