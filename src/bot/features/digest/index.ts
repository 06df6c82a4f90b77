import { z } from 'zod';
import { repeatLater } from '../../../time/clock.ts';
import { addDays, type Day, dayIn, instantOf, mondayOf } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import type { Held, NewMessage, Wording } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import {
  heldUntilOpen,
  lateness,
  morningOf,
  type PlanRules,
  rulesOf,
  workingDayFrom,
} from '../../plan/plan.ts';
import { defineMessageWith } from '../../requests/define-message.ts';
import { header, listed, note } from '../../slack/views/blocks.ts';
import type { Settings } from '../../storage/settings.ts';
import { say } from './messages.ts';

const every = 3_600_000;

/** Weekly overviews on Mondays: arrivals to the chosen channels, departures to HR's private channel only. */
export function digestFeature(deps: Bot): Feature {
  const { ledger, settingsStore, clock, log } = deps;
  function messagesOf(week: Day, due: Date, settings: Settings): NewMessage[] {
    const channels = settings.reminders.weeklyChannels.filter((channel) => goesTo(channel)(settings));
    const purpose = `digest of ${week}`;
    const later = { due, planned: true } as const;
    const toHr = {
      ...later,
      purpose: `${purpose} for HR`,
      recipient: { hr: true, onlyChannel: true },
    } as const;
    return [
      ...channels.map((channel) => {
        const address = { ...later, purpose: `${purpose} in ${channel}`, recipient: { channel } };
        return starting.message(address, { week, channel });
      }),
      ...(goesToHr(settings) ? [leaving.message(toHr, { week })] : []),
    ];
  }

  /** Schedules the next weeks in advance, so that a long downtime loses none. */
  async function turn(): Promise<void> {
    const settings = settingsStore.current();
    const weeks = nextWeeks(rulesOf(settings), clock.now());
    await ledger.schedule(weeks.flatMap(({ week, due }) => messagesOf(week, due, settings)));
  }

  const onError = (err: unknown) => log.error({ err }, 'the next overview cannot be written down');
  const { begin, wake, stop } = repeatLater({ clock, every, turn, onError });
  settingsStore.onChange(wake);
  return { messages: [starting.with(deps), leaving.with(deps)], begin, stop };
}

/** `week` is the Monday of the week in which the overview is sent. */
const About = z.object({ week: z.string() });
const InChannel = About.extend({ channel: z.string() });

const label = () => say().label;

const starting = defineMessageWith({
  name: 'digest.starting',
  label,
  about: InChannel,
  build: ({ week, channel }, { now }, deps: Bot) =>
    overview(week, { to: 'channels', now, isWanted: goesTo(channel) }, deps),
});

const leaving = defineMessageWith({
  name: 'digest.leaving',
  label,
  about: About,
  build: ({ week }, { now }, deps: Bot) => overview(week, { to: 'hr', now, isWanted: goesToHr }, deps),
});

function goesTo(channel: string) {
  return ({ reminders: { wanted, weeklyChannels } }: Settings) =>
    wanted.includes('weekly') && weeklyChannels.includes(channel);
}

function goesToHr({ reminders: { wanted }, privateChannel }: Settings): boolean {
  return wanted.includes('weekly') && privateChannel !== undefined;
}

/** Slack allows 50 in a message (docs.slack.dev/reference/block-kit/blocks); a long name can fill one. */
const mostBlocks = 40;

interface Reading {
  to: 'channels' | 'hr';
  now: Date;
  isWanted: (settings: Settings) => boolean;
}

async function overview(
  week: Day,
  { to, now, isWanted }: Reading,
  deps: Bot,
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
    const upcoming = deps.typeOf(one).upcoming();
    return line(one.day ?? week, upcoming.line(one), upcoming.about?.(one) ?? []);
  });
  const blocks = listed(lines);
  const isCut = isMore || blocks.length > mostBlocks;
  const due = dueIn(week, rules) ?? now;
  return {
    text: summary(to, requests.length, isMore),
    blocks: [
      header(title(to)),
      ...blocks.slice(0, mostBlocks),
      ...(isCut ? [note(more)] : []),
      ...lateness(due, now, rules.timezone).map(note),
    ],
  };
}

const mostShown = 100;
const inOneGo = 200;
const mostPages = 10;

async function peopleFrom(monday: Day, to: 'channels' | 'hr', { ledger, typeOf }: Bot) {
  const found: Request[] = [];
  let place = { day: monday, id: '' };
  for (let page = 0; page < mostPages; page += 1) {
    const { requests, hasMore } = await ledger.timeline({ place, towards: 'later', limit: inOneGo });
    const shown = requests.filter(({ day }) => day !== null && day <= addDays(monday, shownDays));
    for (const one of shown) {
      const isShown = one.calledOffAt === null && typeOf(one).weekly === to;
      if (isShown && !(await ledger.presence.isUncertain(one))) found.push(one);
    }
    const last = requests.at(-1);
    if (found.length > mostShown) return { requests: found.slice(0, mostShown), isMore: true };
    if (!hasMore || !last || shown.length < requests.length) return { requests: found, isMore: false };
    place = { day: last.day ?? monday, id: last.id };
  }
  return { requests: found, isMore: true };
}

/** Weeks scheduled in advance, including the current one. A downtime longer than this loses overviews. */
const lookedAhead = 5;
/** Days after the Monday from which an overview is outdated. */
const isOver = 4;
/** Days from the Monday to the Sunday of the following week. */
const shownDays = 13;

/**
 * Instant at which a week's overview is sent; undefined for a week without working days.
 * @param monday of the week
 */
function dueIn(monday: Day, rules: PlanRules): Date | undefined {
  const on = workingDayFrom(monday, rules);
  return mondayOf(on) === monday ? morningOf(on, rules.timezone, rules) : undefined;
}

function nextWeeks(rules: PlanRules, now: Date): { week: Day; due: Date }[] {
  const first = mondayOf(dayIn(rules.timezone, now));
  const mondays = Array.from({ length: lookedAhead }, (_, count) => addDays(first, 7 * count));
  return mondays.flatMap((week) => {
    const due = dueIn(week, rules);
    return due && due > now ? [{ week, due }] : [];
  });
}

function heldBack(monday: Day, rules: PlanRules, now: Date): Held | undefined {
  const due = dueIn(monday, rules);
  const end = instantOf(addDays(monday, isOver), '00:00', rules.timezone);
  if (!due || now >= end) return { dropped: 'outdated' };
  return now < due ? { later: due } : heldUntilOpen(now, rules.timezone, rules, end);
}
