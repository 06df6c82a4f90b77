import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { timeIn } from '../../../../time/dates.ts';
import type { Viewer } from '../../../feature.ts';
import type { AboutIt, Happened } from '../../../ledger/lists/history.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { type Moment, timeline } from '../../../slack/timeline.ts';
import { cut, escapeMrkdwn, header, note, paragraph } from '../../../slack/views/blocks.ts';
import type { PageServices } from '../services.ts';
import { say } from './messages.ts';

/** Most past lines: steps and messages. */
const mostPast = 40;

/**
 * Past and future of these requests, by day. HR sees all messages, others those sent to them; only HR and the
 * requester see the future.
 */
export async function timelineBlocks(
  requests: readonly Request[],
  viewer: Viewer,
  services: PageServices,
): Promise<KnownBlock[]> {
  const { page } = say();
  const { timezone: zone } = services.settings();
  const isHr = viewer.role === 'hr';
  const found = await Promise.all(requests.map((request) => pastOf(request, viewer, services)));
  const all = found
    .flatMap(({ lines }) => lines)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const more = all.length - mostPast + found.reduce((sum, one) => sum + one.more, 0);
  const past = all.slice(-mostPast).map(({ at, text }) => {
    return { at, zone, text: page.line(timeIn(zone, at), text) };
  });
  const mayKnow = requests.filter(({ requester }) => isHr || requester === viewer.userId);
  const ahead = await Promise.all(mayKnow.map((request) => aheadOf(request, viewer, services)));
  const moments = [...past, ...ahead.flatMap((one) => one.moments)];
  if (moments.length === 0) return [];
  return [
    header(page.timeline),
    ...(isHr && ahead.some((one) => one.isHeld) ? [paragraph(page.held)] : []),
    ...(more > 0 && isHr ? [note(page.earlier(more))] : []),
    ...timeline(moments, { now: services.clock.now() }),
    note(page.zone(zone)),
  ];
}

interface Line {
  at: Date;
  /** In mrkdwn. */
  text: string;
}

async function pastOf(
  request: Request,
  viewer: Viewer,
  services: PageServices,
): Promise<{ lines: Line[]; more: number }> {
  const { ledger, settings } = services;
  const [steps, messages] = await Promise.all([
    ledger.happened(request.id, mostPast),
    ledger.messagesAbout(request, mostPast),
  ]);
  const { timezone } = settings();
  const mine = messages.items.filter(
    (one) => isMessage(one) && (viewer.role === 'hr' || isTo(viewer.userId, one)),
  );
  return {
    lines: [
      ...steps.items.map((step) => ({ at: step.at, text: say().page.happened(asTold(step), timezone) })),
      ...mine.map((one) => ({ at: one.at, text: messageLine(one, request, viewer, services) })),
    ],
    more: steps.more + messages.more,
  };
}

/** Messages about an uncertain start wait. Only HR learns why: a departure may be the reason. */
async function aheadOf(
  request: Request,
  viewer: Viewer,
  { ledger, previews }: PageServices,
): Promise<{ moments: readonly Moment[]; isHeld: boolean }> {
  const { moments } = await previews.ofRequest(request, viewer);
  const isHeld = request.state === 'done' && (await ledger.presence.isUncertain(request));
  return { moments: isHeld && viewer.role !== 'hr' ? [] : moments, isHeld };
}

const Detail = z.object({
  state: z.string().optional(),
  until: z.string().optional(),
  declinedBy: z.string().optional(),
});

function asTold({ by, what, detail }: Happened) {
  const { state, until, declinedBy } = Detail.safeParse(detail).data ?? {};
  const next = until === undefined ? undefined : new Date(until);
  const isInstant = next !== undefined && !Number.isNaN(next.getTime());
  return { by, what, isInDoubt: state === 'outcome_unknown', declinedBy, ...(isInstant && { next }) };
}

function isMessage({ recipient }: AboutIt): boolean {
  return !(recipient && 'inPlaceOf' in recipient);
}

function isTo(userId: string, { recipient, target }: AboutIt): boolean {
  return (
    target === userId || (recipient !== undefined && 'channel' in recipient && recipient.channel === userId)
  );
}

function messageLine(one: AboutIt, request: Request, viewer: Viewer, services: PageServices): string {
  const { page } = say();
  const unreached = request.context.unreached?.find(({ purpose }) => purpose === one.purpose);
  const state =
    unreached && one.state === 'dropped' ? page.unreached[unreached.why] : page.messageStates[one.state];
  const all = services.features.flatMap(({ messages }) => messages ?? []);
  const label = all.find((definition) => definition.name === one.name)?.label?.() ?? page.message;
  return page.messageLine({ label, to: recipientOf(one, viewer, services), state });
}

function recipientOf(
  { recipient, target }: AboutIt,
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
