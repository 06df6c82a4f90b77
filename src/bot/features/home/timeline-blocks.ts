import type { KnownBlock } from '@slack/types';
import { addDays, type Day, mondayOf } from '../../../time/dates.ts';
import type { Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { note, paragraph } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';
import { detailsButton } from './request-blocks.ts';
import type { PageServices } from './services.ts';

type Timeline = Awaited<ReturnType<PageServices['ledger']['timeline']>>;

export function timelineBlocks(
  { requests, changing }: Pick<Timeline, 'requests' | 'changing'>,
  today: Day,
  viewer: Viewer,
  deps: Pick<PageServices, 'typeOf'>,
): KnownBlock[][] {
  let week = '';
  return requests.map((request) => {
    const { day } = request;
    const monday = mondayOf(day ?? today);
    const heading = monday === week ? [] : [note(weekOf(monday, today))];
    week = monday;
    const lines = personLines(request, { today, changedBy: changing.get(request.id) }, viewer, deps);
    return [...heading, { ...paragraph(lines.join('\n')), accessory: detailsButton(request) }];
  });
}

function weekOf(monday: Day, today: Day): string {
  const { thisWeek, nextWeek, lastWeek, weekFrom } = say().timeline;
  const current = mondayOf(today);
  if (monday === current) return thisWeek;
  if (monday === addDays(current, 7)) return nextWeek;
  return monday === addDays(current, -7) ? lastWeek : weekFrom(monday);
}

interface Standing {
  today: Day;
  /** Requester of another open request about the same person. */
  changedBy: string | undefined;
}

function personLines(
  request: Request,
  { today, changedBy }: Standing,
  viewer: Viewer,
  { typeOf }: Pick<PageServices, 'typeOf'>,
): string[] {
  const { role, userId } = viewer;
  const { timeline } = say();
  const { upcoming } = typeOf(request);
  const day = request.day ?? today;
  // Managers see somebody else's change only once it's done.
  const isChanging = changedBy !== undefined && (role === 'hr' || changedBy === userId);
  const open = [...(upcoming.open?.(request) ?? []), ...(isChanging ? [timeline.changing] : [])];
  const about = upcoming.about?.(request) ?? [];
  return [
    `${timeline.on(day, day === today)}: ${upcoming.line(request)}`,
    ...(about.length > 0 ? [about.join(' · ')] : []),
    ...(open.length > 0 ? [timeline.open(open)] : []),
  ];
}
