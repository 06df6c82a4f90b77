import { z } from 'zod';
import type { Day } from '../../../time/dates.ts';
import type { Held, Wording } from '../../ledger/outbox/message.ts';
import { say as sayPlan } from '../../plan/messages.ts';
import { lateAfter, rulesOf } from '../../plan/plan.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { header, listed, note } from '../../slack/views/blocks.ts';
import type { Settings } from '../../storage/settings.ts';
import type { DigestDeps } from './deps.ts';
import { say } from './messages.ts';
import { peopleFrom } from './people.ts';
import { dueIn, heldBack } from './week.ts';

/** `week` is the Monday of the week in which the overview is sent. */
const About = z.object({ week: z.string() });
const InChannel = About.extend({ channel: z.string() });

/** Defines both weekly overviews: arrivals for the chosen channels, departures for HR's private channel only. */
export function defineOverviews(deps: DigestDeps) {
  const label = () => say().label;
  return {
    starting: defineMessage({
      name: 'digest.starting',
      label,
      about: InChannel,
      build: ({ week, channel }, { now }) =>
        overview(week, { to: 'channels', now, isWanted: goesTo(channel) }, deps),
    }),
    leaving: defineMessage({
      name: 'digest.leaving',
      label,
      about: About,
      build: ({ week }, { now }) => overview(week, { to: 'hr', now, isWanted: goesToHr }, deps),
    }),
  };
}

/** @returns a check whether a channel gets the arrivals under given settings */
export function goesTo(channel: string) {
  return ({ reminders: { wanted, weeklyChannels } }: Settings) =>
    wanted.includes('weekly') && weeklyChannels.includes(channel);
}

/** Whether HR's private channel gets the departures. */
export function goesToHr({ reminders: { wanted }, privateChannel }: Settings): boolean {
  return wanted.includes('weekly') && privateChannel !== undefined;
}

/** Slack allows 50 in a message (docs.slack.dev/reference/block-kit/blocks); a long name can fill one. */
const mostBlocks = 40;

interface Reading {
  to: 'channels' | 'hr';
  now: Date;
  /** Checked against the settings at sending time. */
  isWanted: (settings: Settings) => boolean;
}

/** Undefined if the list is empty. */
async function overview(
  week: Day,
  { to, now, isWanted }: Reading,
  deps: DigestDeps,
): Promise<Wording | Held | undefined> {
  const settings = deps.settingsStore.current();
  const rules = rulesOf(settings);
  const held = isWanted(settings) ? heldBack(week, rules, now) : { dropped: 'unwanted' };
  if (held && 'dropped' in held) deps.log.info({ week, to, why: held.dropped }, 'an overview is not sent');
  if (held) return held;
  const { requests, isMore } = await peopleFrom(week, to, deps);
  if (requests.length === 0) return undefined;
  const { title, summary, line, more } = say();
  const lines = requests.map((one) => {
    const { upcoming } = deps.typeOf(one);
    return line(one.day ?? week, upcoming.line(one), upcoming.about?.(one) ?? []);
  });
  const blocks = listed(lines);
  const isCut = isMore || blocks.length > mostBlocks;
  const due = dueIn(week, rules) ?? now;
  const isLate = now.getTime() - due.getTime() >= lateAfter;
  return {
    text: summary(to, requests.length, isMore),
    blocks: [
      header(title(to)),
      ...blocks.slice(0, mostBlocks),
      ...(isCut ? [note(more)] : []),
      ...(isLate ? [note(sayPlan().late(due, rules.timezone))] : []),
    ],
  };
}
