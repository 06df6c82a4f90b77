import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Viewer } from '../../../feature.ts';
import type { AboutIt, Happened } from '../../../ledger/lists/history.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { cut, escapeMrkdwn, header, listedMarkup, note, paragraph } from '../../../slack/views/blocks.ts';
import type { PageServices } from '../services.ts';
import { say } from './messages.ts';

const shown = { steps: 20, messages: 20 };

type Listed = Omit<AboutIt, 'state'> & { state: AboutIt['state'] | 'held' };

/** Steps of all these requests, oldest first. */
export async function historyBlocks(
  requests: readonly Request[],
  { ledger, settings }: PageServices,
): Promise<KnownBlock[]> {
  const found = await Promise.all(requests.map(({ id }) => ledger.happened(id, shown.steps)));
  const all = found
    .flatMap((one) => one.items)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const items = all.slice(-shown.steps);
  const more = all.length - items.length + found.reduce((sum, one) => sum + one.more, 0);
  const { page } = say();
  const { timezone } = settings();
  if (items.length === 0) return [];
  return [
    header(page.history),
    ...(more > 0 ? [paragraph(page.earlierSteps(more))] : []),
    ...listedMarkup(items.map((item) => page.happened(asTold(item), timezone))),
    note(page.zone(timezone)),
  ];
}

const Detail = z.object({
  state: z.string().optional(),
  until: z.string().optional(),
  declinedBy: z.string().optional(),
});

function asTold({ at, by, what, detail }: Happened) {
  const { state, until, declinedBy } = Detail.safeParse(detail).data ?? {};
  const next = until === undefined ? undefined : new Date(until);
  const isInstant = next !== undefined && !Number.isNaN(next.getTime());
  return { at, by, what, isInDoubt: state === 'outcome_unknown', declinedBy, ...(isInstant && { next }) };
}

/** Messages about these requests. HR sees all of them, others only those sent to them. */
export async function messagesBlocks(
  requests: readonly Request[],
  viewer: Viewer,
  deps: PageServices,
): Promise<KnownBlock[]> {
  const { page } = say();
  const found = await Promise.all(requests.map((request) => messagesAbout(request, viewer, deps)));
  const all = found.flatMap(({ lines }) => lines).toSorted((one, other) => one.at - other.at);
  if (all.length === 0) return [];
  const more = all.length - shown.messages + found.reduce((sum, one) => sum + one.more, 0);
  const isCut = more > 0 && viewer.role === 'hr';
  return [
    header(page.messages),
    ...listedMarkup(all.slice(0, shown.messages).map(({ line }) => line)),
    ...(isCut ? [paragraph(page.moreMessages(more))] : []),
  ];
}

async function messagesAbout(request: Request, viewer: Viewer, deps: PageServices) {
  const { items, more } = await deps.ledger.messagesAbout(request, shown.messages);
  const left = leftOutOf(items, request);
  const mine = items
    .filter((one) => viewer.role === 'hr' || isTo(viewer.userId, one))
    .filter((one) => isMessage(one) && !(one.state === 'planned' && left.has(readerOf(one))));
  const isHeld = mine.length > 0 && (await deps.ledger.presence.isUncertain(request));
  const lines = mine.map((one) => ({
    at: one.at.getTime(),
    line: lineOf(isHeld ? held(one, viewer) : one, request, viewer, deps),
  }));
  return { lines, more };
}

function leftOutOf(items: readonly AboutIt[], request: Request): Set<string> {
  const unreached = new Set(request.context.unreached?.map(({ purpose }) => purpose));
  const tried = items.filter(({ state }) => state === 'sent' || state === 'dropped');
  const last = new Map(tried.map((one) => [readerOf(one), one]));
  return new Set([...last].flatMap(([reader, { purpose }]) => (unreached.has(purpose) ? [reader] : [])));
}

const readerOf = ({ recipient }: AboutIt) => JSON.stringify(recipient);

function isMessage({ recipient }: AboutIt): boolean {
  return !(recipient && 'inPlaceOf' in recipient);
}

function isTo(userId: string, { recipient, target }: AboutIt): boolean {
  return (
    target === userId || (recipient !== undefined && 'channel' in recipient && recipient.channel === userId)
  );
}

/** A planned message about an uncertain start. Only HR learns why it waits: a departure may be the reason. */
function held(one: AboutIt, { role }: Viewer): Listed {
  return one.state === 'planned' ? { ...one, state: role === 'hr' ? 'held' : 'pending' } : one;
}

function lineOf(one: Listed, request: Request, viewer: Viewer, deps: PageServices): string {
  const { page } = say();
  const unreached = request.context.unreached?.find(({ purpose }) => purpose === one.purpose);
  const state =
    unreached && one.state === 'dropped' ? page.unreached[unreached.why] : page.messageStates[one.state];
  const label = labelOf(one, deps) ?? page.message;
  const { timezone } = deps.settings();
  const at = page.messageAt(one.at, timezone);
  return page.messageLine({ label, to: recipientOf(one, viewer, deps), state, at });
}

function labelOf({ name }: Listed, { features }: PageServices): string | undefined {
  const all = features.flatMap(({ messages }) => messages ?? []);
  return all.find((definition) => definition.name === name)?.label?.();
}

function recipientOf(
  { recipient, target }: Listed,
  viewer: Viewer,
  { directory, settings }: PageServices,
): string {
  const { to } = say().page;
  if (!recipient) return to.unknown;
  if ('hr' in recipient) return to.hr;
  const id = 'channel' in recipient ? recipient.channel : target;
  if (id === viewer.userId) return to.you;
  if (id !== null && id === settings().privateChannel) return to.hr;
  if (id !== null && /^[UW]/.test(id)) return `<@${id}>`;
  if ('channel' in recipient) return `<#${recipient.channel}>`;
  if ('employee' in recipient) {
    const name = directory.current()?.people.get(recipient.employee)?.name;
    return name === undefined ? to.employee(recipient.employee) : escapeMrkdwn(cut(name, 80));
  }
  return to.unknown;
}
