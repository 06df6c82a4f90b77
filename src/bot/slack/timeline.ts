import type { SectionBlock } from '@slack/types';
import { type Day, dayIn } from '../../time/dates.ts';
import { say } from './messages.ts';
import { listedMarkup } from './views/blocks.ts';

/** Something that happens, now or at a time. */
export interface Moment {
  at: 'now' | Date;
  /** Time zone whose days count. */
  zone: string;
  /** One short line, in mrkdwn. */
  text: string;
}

/** How days are shown. */
export interface Shown {
  now: Date;
  /** Replaces “Now”. */
  first?: string | undefined;
  /** A day with a name, such as the first day. */
  named?: { day: Day; name: string } | undefined;
  /** Whether days in a row with the same lines share a heading. */
  joinsDays?: boolean;
}

/** Moments in order, grouped under bold days. */
export function timeline(moments: readonly Moment[], shown: Shown): SectionBlock[] {
  const inOrder = moments.toSorted((one, other) => instantOf(one) - instantOf(other));
  const days = Map.groupBy(inOrder, ({ at, zone }) => (at === 'now' ? at : dayIn(zone, at)));
  const groups: { headings: string[]; lines: string[] }[] = [];
  for (const [day, ofDay] of days) {
    const heading = headingOf(day, ofDay[0]?.zone ?? 'UTC', shown);
    const lines = ofDay.map(({ text }) => text);
    const last = groups.at(-1);
    const isSame = last?.lines.join('\n') === lines.join('\n') && day !== shown.named?.day;
    if (shown.joinsDays && last && isSame) last.headings.push(heading);
    else groups.push({ headings: [heading], lines });
  }
  return listedMarkup(groups.flatMap(({ headings, lines }) => [`*${headings.join(', ')}*`, ...lines]));
}

/** The moment's day as a timeline shows it. */
export function dayOf({ at, zone }: Pick<Moment, 'at' | 'zone'>, shown: Shown): string {
  return headingOf(at === 'now' ? at : dayIn(zone, at), zone, shown);
}

function headingOf(day: Day | 'now', zone: string, { now, first, named }: Shown): string {
  const { timeline: words } = say();
  if (day === 'now') return first ?? words.now;
  const short = words.day(day, dayIn(zone, now));
  return day === named?.day ? words.named(short, named.name) : short;
}

/** Milliseconds since the epoch; 0 for now. */
export function instantOf({ at }: Pick<Moment, 'at'>): number {
  return at === 'now' ? 0 : at.getTime();
}
