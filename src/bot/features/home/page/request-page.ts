import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { header, listed, listedMarkup, note, paragraph, plain, row } from '../../../slack/views/blocks.ts';
import type { PageDeps } from '../deps.ts';
import { detailsButton, linesOf, notesOf, requestButtons } from '../desk/request-blocks.ts';
import { say as sayLists } from '../lists/messages.ts';
import { findFor } from '../viewer.ts';
import { historyBlocks, messagesBlocks } from './history-blocks.ts';
import { say } from './messages.ts';

export const requestViewId = 'home_request';

const mostButtons = 25;

interface Asked {
  id: string;
  said?: string | undefined;
}

/** Page about a request. Says that it can't be shown if the viewer has no access or the details were deleted. */
export async function requestPage(viewer: Viewer, { id, said }: Asked, deps: PageDeps): Promise<ModalView> {
  const request = await findFor(viewer, id, deps);
  const top = said === undefined ? [] : listedMarkup([said]);
  if (!request) return pageOf(id, [...top, paragraph(say().page.gone)]);
  const newest = await newestOf(request, deps);
  const [parts, later, history, messages] = await Promise.all([
    partsOf(request, viewer, newest === undefined, deps),
    laterOne(newest, viewer, deps),
    historyBlocks(request, deps),
    messagesBlocks(request, viewer, deps),
  ]);
  const buttons = [...requestButtons(request, viewer, deps), ...parts.flatMap((part) => part.buttons ?? [])];
  const lines = parts.flatMap((part) => part.lines ?? []);
  const shown = buttons.slice(0, mostButtons);
  return pageOf(id, [
    ...top,
    ...summaryBlocks(request, viewer, deps, newest !== undefined),
    ...row(...shown),
    ...later,
    ...listedMarkup(lines),
    ...enteredBlocks(request, viewer, deps),
    ...history,
    ...messages,
  ]);
}

function pageOf(id: string, blocks: KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: requestViewId,
    // Identifies the request; no personal data.
    private_metadata: JSON.stringify({ request: id }),
    title: plain(say().page.title, 24),
    close: plain(saySlack().close),
    blocks,
  };
}

function partsOf(request: Request, viewer: Viewer, counts: boolean, { above, below }: PageDeps) {
  const features = [...above, ...below];
  return Promise.all(features.map((feature) => feature.requestPage?.(request, viewer, counts) ?? {}));
}

function summaryBlocks(request: Request, viewer: Viewer, deps: PageDeps, isReplaced: boolean): KnownBlock[] {
  const { page } = say(),
    { timeline } = sayLists();
  const type = deps.typeOf(request);
  const caveat = type.caveat?.(request);
  const by = { type: 'mrkdwn', text: page.requestedBy(request) } as const;
  const isDated = request.state === 'done' && request.day !== null && !isReplaced;
  const day = request.day ?? '';
  return [
    header(request.context.personName),
    paragraph(linesOf(request, deps, isReplaced).join('\n')),
    ...(isDated ? [paragraph(`${timeline.on(day, false)}: ${type.upcoming.line(request)}`)] : []),
    { type: 'context', elements: [by] },
    ...notesOf(request, viewer, deps).map((line) => paragraph(line)),
    ...(caveat === undefined ? [] : [paragraph(caveat)]),
  ];
}

/** A later finished request about the same person, which replaces this one. */
async function newestOf({ id, kind, subject, state }: Request, { ledger }: PageDeps) {
  if (state !== 'done') return undefined;
  const newest = await ledger.newestDone(kind, subject);
  return newest?.id === id ? undefined : newest;
}

async function laterOne(newest: Request | undefined, viewer: Viewer, deps: PageDeps): Promise<KnownBlock[]> {
  const shown = newest && (await findFor(viewer, newest.id, deps));
  if (!shown) return [];
  const { laterOne: sentence } = say().page;
  return [{ ...paragraph(sentence(shown)), accessory: detailsButton(shown) as Button }];
}

function enteredBlocks(request: Request, viewer: Viewer, { typeOf }: PageDeps): KnownBlock[] {
  const { entered } = say().page;
  const isOwner = viewer.role === 'hr' || request.requester === viewer.userId;
  const details = typeOf(request).details(request, isOwner ? 'owner' : 'concerned');
  if (details.length === 0) return [];
  const lines = details.map(({ label, value }) => `${label}: ${value}`);
  return [header(entered), ...listed(lines), ...(isOwner ? [] : [note(say().page.partly)])];
}
