import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { inLanguage } from '../../../../language.ts';
import { say as sayAccess } from '../../../access/messages.ts';
import type { RequestPart, Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { ownOf } from '../../../requests/employees.ts';
import { maySee } from '../../../requests/may-see.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal, type Page, page } from '../../../slack/modal.ts';
import { header, listed, listedMarkup, note, paragraph, row } from '../../../slack/views/blocks.ts';
import type { Opened } from '../../../slack/views/open-view.ts';
import { keepCurrent } from '../keep-current.ts';
import { notesOf, personWindowId, requestButtons, statesOf } from '../rows.ts';
import { findFor, type HomeServices, type PageServices } from '../services.ts';
import { say } from './messages.ts';
import { timelineBlocks } from './timeline-blocks.ts';

export interface PersonPageServices extends PageServices {
  /** Keeps the window up to date. */
  follow(window: Opened, shown: ModalView, about: { id: string; viewer: Viewer }): void;
}

/**
 * Everything about the person of a request, as far as the viewer may see it. Says that it can't be shown if that is
 * nothing, or the details were deleted.
 */
export const personWindow = modal({
  id: personWindowId,
  role: 'managers',
  stacks: true,
  metadata: z.object({ id: z.string() }),
  facts: factsOf,
  title: () => say().page.title,
  open: ({ blocks }) => ({ above: blocks }),
  onShown: (window, shown, { id }, { viewer, follow }) => follow(window, shown, { id, viewer }),
});

const mostButtons = 25;

async function factsOf(
  by: By<PersonPageServices>,
  { id }: { id: string },
): Promise<{ blocks: KnownBlock[] } | Page> {
  const { viewer, ledger, typeOf } = by;
  const request = await findFor(viewer, id, by);
  if (!request) return page(say().page.title, [paragraph(say().page.gone)]);
  const own = await ownOf(viewer, by);
  const all = (await ledger.aboutPersonOf(request)).filter((one) => maySee(one, typeOf(one), viewer, own));
  const current = currentAmong(all);
  const [parts, timeline] = await Promise.all([
    Promise.all(current.map((one) => partBlocks(one, by))),
    timelineBlocks(all, viewer, by),
  ]);
  return {
    blocks: [
      header(request.context.personName),
      ...parts.flat(),
      ...current.flatMap((one) => enteredBlocks(one, by)),
      ...timeline,
    ],
  };
}

/** Requests that count: open ones, and of each kind the newest finished one. @param all newest first */
function currentAmong(all: readonly Request[]): Request[] {
  const newest = [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((ofKind) => {
    const done = ofKind.filter(({ state }) => state === 'done');
    const counting = done.toSorted((one, other) => other.revision - one.revision)[0];
    const [last] = ofKind;
    const isRefused = last?.state === 'rejected' && last.dismissedAt === null;
    return [
      ...ofKind.filter(({ outcome }) => !outcome),
      ...(isRefused || !counting ? (last?.outcome ? [last] : []) : []),
      ...(counting ? [counting] : []),
    ];
  });
  const starts = newest.filter(({ state, day }) => state === 'done' && day !== null);
  /** Somebody may come back after an earlier departure. */
  const isOver = ({ day, endedAt, state }: Request) =>
    state === 'done' &&
    starts.some(({ createdAt }) => (endedAt ?? '') < createdAt && (day ?? '') < createdAt.slice(0, 10));
  return newest.filter((one) => !isOver(one));
}

/** State, what is open, and what can be done. */
async function partBlocks(request: Request, by: By<PageServices>): Promise<KnownBlock[]> {
  const { viewer, typeOf, features } = by;
  const parts: RequestPart[] = await Promise.all(
    features.map((feature) => feature.personPage?.(request, viewer) ?? {}),
  );
  const [state = '', ...further] = statesOf(request, viewer, by);
  const caveat = typeOf(request).caveat?.(request);
  const buttons = [...requestButtons(request, viewer, by), ...parts.flatMap((part) => part.buttons ?? [])];
  return [
    ...listedMarkup([`*${state}*`, ...further, ...parts.flatMap((part) => part.lines ?? [])]),
    ...[...notesOf(request, viewer, by), ...(caveat === undefined ? [] : [caveat])].map((line) =>
      paragraph(line),
    ),
    ...row(...buttons.slice(0, mostButtons)),
  ];
}

function enteredBlocks(request: Request, { typeOf, viewer }: By<PageServices>): KnownBlock[] {
  const { entered, partly } = say().page;
  const type = typeOf(request);
  const isOwner = viewer.role === 'hr' || request.requester === viewer.userId;
  const details = type.details(request, isOwner ? 'owner' : 'concerned');
  const lines = details.map(({ label, value }) => `${label}: ${value}`);
  return [
    header(entered(type.title())),
    ...listed(lines),
    { type: 'context', elements: [{ type: 'mrkdwn', text: say().page.requestedBy(request) }] },
    ...(isOwner ? [] : [note(partly)]),
  ];
}

interface OpenPage {
  window: Opened;
  shown: string;
  id: string;
  viewer: Viewer;
  openedAt: Date;
}

/** Keeps open pages up to date: results of a press arrive later, and a viewer may lose access. */
export function followPersonPages(
  services: HomeServices,
  build: (id: string, viewer: Viewer) => Promise<ModalView>,
) {
  const { access, windows, identity, clock } = services;
  const pages = keepCurrent<OpenPage>(services, { most: 200, openFor: 15 * 60_000, update: refresh });

  async function refresh(open: OpenPage): Promise<void> {
    const { window, id, viewer } = open;
    const { role, language } = await access.whoIs(viewer.userId, identity()?.teamId ?? '');
    const mayStay = role === 'hr' || role === 'manager';
    const view = await inLanguage(language, () => {
      const { refused, refusal } = sayAccess();
      return mayStay ? build(id, { ...viewer, role }) : noticeView(refused, refusal(role, access.lists()));
    });
    const shown = JSON.stringify(view);
    if (shown === open.shown) return;
    const became = await windows.follow(window, view);
    if (became !== 'shown' || !mayStay) pages.drop(window.id);
    else open.shown = shown;
  }

  const follow: PersonPageServices['follow'] = (window, shown, about) => {
    pages.follow(window.id, { window, ...about, shown: JSON.stringify(shown), openedAt: clock.now() });
    // Catches changes made while it was being opened.
    pages.wakeSoon();
  };
  return { follow, stop: pages.stop };
}
