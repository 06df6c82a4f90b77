import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { inLanguage } from '../../../../language.ts';
import { say as sayAccess } from '../../../access/messages.ts';
import type { Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal, type Page, page } from '../../../slack/modal.ts';
import {
  header,
  listed,
  listedMarkup,
  markedNote,
  note,
  paragraph,
  row,
} from '../../../slack/views/blocks.ts';
import type { Opened } from '../../../slack/views/open-view.ts';
import { keepCurrent } from '../keep-current.ts';
import { say as sayHome } from '../messages.ts';
import { detailsButton, linesOf, notesOf, requestButtons, requestWindowId } from '../request-blocks.ts';
import { findFor, type HomeServices, type PageServices } from '../services.ts';
import { historyBlocks, messagesBlocks } from './history-blocks.ts';
import { say } from './messages.ts';

export interface RequestPageServices extends PageServices {
  /** Keeps the window up to date. */
  follow(window: Opened, shown: ModalView, about: { id: string; viewer: Viewer }): void;
}

/** Page about a request. Says that it can't be shown if the viewer has no access or the details were deleted. */
export const requestWindow = modal({
  id: requestWindowId,
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
  by: By<RequestPageServices>,
  { id }: { id: string },
): Promise<{ blocks: KnownBlock[] } | Page> {
  const { viewer } = by;
  const request = await findFor(viewer, id, by);
  if (!request) return page(say().page.title, [paragraph(say().page.gone)]);
  const newest = await newestOf(request, by);
  const [parts, later, history, messages] = await Promise.all([
    partsOf(request, newest === undefined, by),
    laterOne(newest, by),
    historyBlocks(request, by),
    messagesBlocks(request, viewer, by),
  ]);
  const buttons = [...requestButtons(request, viewer, by), ...parts.flatMap((part) => part.buttons ?? [])];
  return {
    blocks: [
      ...summaryBlocks(request, newest !== undefined, by),
      ...row(...buttons.slice(0, mostButtons)),
      ...later,
      ...listedMarkup(parts.flatMap((part) => part.lines ?? [])),
      ...enteredBlocks(request, by),
      ...history,
      ...messages,
    ],
  };
}

function partsOf(request: Request, counts: boolean, { features, viewer }: By<PageServices>) {
  return Promise.all(features.map((feature) => feature.requestPage?.(request, viewer, counts) ?? {}));
}

function summaryBlocks(request: Request, isReplaced: boolean, by: By<PageServices>): KnownBlock[] {
  const type = by.typeOf(request);
  const caveat = type.caveat?.(request);
  const { day } = request;
  const when = request.state === 'done' && day !== null && !isReplaced && sayHome().timeline.on(day, false);
  return [
    header(request.context.personName),
    paragraph(linesOf(request, by, isReplaced).join('\n')),
    ...(when ? [paragraph(`${when}: ${type.upcoming.line(request)}`)] : []),
    markedNote(say().page.requestedBy(request)),
    ...notesOf(request, by.viewer, by).map((line) => paragraph(line)),
    ...(caveat === undefined ? [] : [paragraph(caveat)]),
  ];
}

/** A later finished request about the same person, which replaces this one. */
async function newestOf({ id, kind, subject, state }: Request, { ledger }: PageServices) {
  if (state !== 'done') return undefined;
  const newest = await ledger.newestDone(kind, subject);
  return newest?.id === id ? undefined : newest;
}

async function laterOne(newest: Request | undefined, by: By<PageServices>): Promise<KnownBlock[]> {
  const shown = newest && (await findFor(by.viewer, newest.id, by));
  return shown ? [{ ...paragraph(say().page.laterOne(shown)), accessory: detailsButton(shown) }] : [];
}

function enteredBlocks(request: Request, { typeOf, viewer }: By<PageServices>): KnownBlock[] {
  const { entered, partly } = say().page;
  const isOwner = viewer.role === 'hr' || request.requester === viewer.userId;
  const details = typeOf(request).details(request, isOwner ? 'owner' : 'concerned');
  if (details.length === 0) return [];
  const lines = details.map(({ label, value }) => `${label}: ${value}`);
  return [header(entered), ...listed(lines), ...(isOwner ? [] : [note(partly)])];
}

interface OpenPage {
  window: Opened;
  shown: string;
  id: string;
  viewer: Viewer;
  openedAt: Date;
}

/** Keeps open request pages up to date: results of a press arrive later, and a viewer may lose access. */
export function followRequestPages(
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

  const follow: RequestPageServices['follow'] = (window, shown, about) => {
    pages.follow(window.id, { window, ...about, shown: JSON.stringify(shown), openedAt: clock.now() });
    // Catches changes made while it was being opened.
    pages.wakeSoon();
  };
  return { follow, stop: pages.stop };
}
