import type { Button, KnownBlock } from '@slack/types';
import { addDays, dayIn } from '../../../time/dates.ts';
import type { HomePart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { requestButton } from '../../requests/result-views.ts';
import { header, paragraph, plain } from '../../slack/views/blocks.ts';
import type { PageDeps } from './deps.ts';
import { words } from './words.ts';

/** The action ids of the buttons beside a request; their value is the request's reference. */
export const actions = { retry: 'home_retry', cancel: 'home_cancel' } as const;

/** How many requests are shown, three blocks each at the most: those that have not ended, and then the others. */
const shownOpen = 10;
const shownEnded = { most: 10, least: 5 };
/** How many people of each kind are shown, a line each. */
const shownPeople = 15;
const weeksAhead = 4;

/** The requests of a person (of everybody, for HR): what has not ended first; and who starts and leaves soon. */
export async function homePart(viewer: Viewer, deps: PageDeps): Promise<HomePart> {
  const isHr = viewer.role === 'hr';
  const limits = { open: shownOpen, ended: shownEnded.most };
  const requester = isHr ? undefined : viewer.userId;
  const { open, openCount, ended } = await deps.ledger.overview(limits, requester);
  const room = Math.max(shownEnded.least, shownEnded.most - open.length);
  const { asked, pending, all, own, none, more } = words[viewer.language].requests;
  const blocksOf = (requests: Request[]) => requests.flatMap((one) => requestBlocks(one, viewer, deps));
  const isAsked = ({ state }: Request) => state === 'needs_review';
  const under = (title: string, blocks: KnownBlock[]) =>
    blocks.length > 0 ? [header(title), ...blocks] : [];
  const hasNone = openCount === 0 && ended.length === 0;
  return {
    blocks: [
      ...under(asked, blocksOf(open.filter(isAsked))),
      ...under(pending, blocksOf(open.filter((one) => !isAsked(one)))),
      ...(openCount > open.length ? [paragraph(more(openCount - open.length))] : []),
      ...(await upcomingBlocks(viewer, deps)),
      ...under(isHr ? all : own, hasNone ? [paragraph(none)] : blocksOf(ended.slice(0, room))),
    ],
  };
}

function requestBlocks(request: Request, viewer: Viewer, deps: PageDeps): KnownBlock[] {
  const others = [...deps.above, ...deps.below];
  const type = deps.typeOf(request);
  const buttons = [
    ...others.flatMap((feature) => feature.requestButtons?.(request, viewer) ?? []),
    ...(mayDecide(request, type, viewer) ? ownButtons(request, viewer) : []),
  ];
  const notes = others.flatMap((feature) => feature.requestNote?.(request, viewer) ?? []);
  const { requestLine, requestState } = words[viewer.language];
  const state = requestState(request, viewer.role === 'hr');
  return [
    paragraph([requestLine(request, type.title(viewer.language)), ...notes].join('\n')),
    { type: 'context', elements: [{ type: 'mrkdwn', text: state }] },
    ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
  ];
}

function ownButtons(request: Request, { language }: Viewer): Button[] {
  if (request.outcome) return [];
  const { retry, retryOf, cancel, cancelOf, confirm } = words[language].requests;
  const again = requestButton(request, actions.retry, retry, retryOf(request));
  const stop = {
    ...requestButton(request, actions.cancel, cancel, cancelOf(request)),
    confirm: {
      title: plain(confirm.title),
      text: plain(confirm.text(request), 300),
      confirm: plain(confirm.yes),
      deny: plain(confirm.no),
    },
  };
  return request.state === 'needs_review' ? [stop] : [again, stop];
}

async function upcomingBlocks(viewer: Viewer, deps: PageDeps): Promise<KnownBlock[]> {
  const today = dayIn(deps.settings().timezone, deps.clock.now());
  const ahead = await deps.ledger.upcoming(today, addDays(today, weeksAhead * 7));
  const mayBeSeen = viewer.role === 'hr' ? () => true : await ownOf(viewer, deps);
  const { language } = viewer;
  return deps.requestTypes.flatMap(({ kind, upcoming }) => {
    const own = ahead.filter((request) => request.kind === kind && mayBeSeen(request));
    const lines = own.map((request) => upcoming.line(request, today, language));
    return list(upcoming.heading(language), lines, words[language].morePeople);
  });
}

/** A manager sees what they submitted, and what concerns them: nobody else's leavers. */
async function ownOf({ userId }: Viewer, { people, directory, typeOf }: PageDeps) {
  const { email } = await people.byId(userId);
  // By the employees as they are known now: the process that took the form may have known none.
  const employee = email === '' ? undefined : directory.current()?.peopleByEmail.get(email)?.id;
  return (request: Request): boolean =>
    request.requester === userId || typeOf(request).concerns?.(request, { userId, email, employee }) === true;
}

function list(title: string, lines: string[], more: (count: number) => string): KnownBlock[] {
  if (lines.length === 0) return [];
  const rest = lines.length - shownPeople;
  const shown = [...lines.slice(0, shownPeople), ...(rest > 0 ? [more(rest)] : [])];
  return [header(title), paragraph(shown.join('\n'))];
}
