import { createHash } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { commonLanguage, currentLanguage, inEachLanguage } from '../../../language.ts';
import { type Repeating, repeat } from '../../../time/clock.ts';
import { addDays, dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import type { Result } from '../../health/check.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { needsPeople, outageIn } from '../../onboarding/outage.ts';
import { morningOf, rulesOf } from '../../plan/plan.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { modal, page } from '../../slack/modal.ts';
import { cut, note, paragraph, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

/** Results shown in detail: Slack takes 100 blocks in a window. */
const mostShown = 60;

/** Runs the checks while the window is open; "Check again" runs them again in the same window. */
export const checkupWindow = modal({
  id: 'checkup',
  role: 'hr',
  waiting: () => page(say().title, [paragraph(say().running)]),
  async facts({ checkup, log }: Bot) {
    try {
      return { results: await checkup() };
    } catch (err) {
      log.warn({ err }, 'the connection could not be checked');
      return page(say().title, [paragraph(say().failed), againRow()]);
    }
  },
  title: () => say().title,
  open: ({ results }) => ({ above: resultBlocks(results), below: [againRow()] }),
});

function resultBlocks(results: readonly Result[]): KnownBlock[] {
  const { summary, states, headline, fine, unchecked } = say();
  const inState = (state: Result['state']) => results.filter((result) => result.state === state);
  const titles = (some: readonly Result[]) => [...new Set(some.map(({ title }) => title()))];
  const [failures, warnings] = [inState('failure'), inState('warning')];
  const shown = [...failures, ...warnings].slice(0, mostShown).map((result) => {
    const state = states[result.state === 'failure' ? 'failure' : 'warning'];
    return troubleBlock({ ...result.say(), title: headline(state, result.title()) });
  });
  const named = (line: (titles: readonly string[]) => string, some: readonly Result[]) =>
    some.length > 0 ? [note(line(titles(some)))] : [];
  return [
    paragraph(summary(failures.length, warnings.length)),
    ...shown,
    ...named(unchecked, inState('unchecked')),
    ...named(fine, inState('ok')),
  ];
}

/** A problem and what to do about it, as plain text so that commands and variables can be copied. */
function troubleBlock({ title, what, todo }: { title: string; what: string; todo?: string | undefined }) {
  return paragraph(cut([title, what, ...(todo === undefined ? [] : [todo])].join('\n'), 1_500));
}

function againRow(): KnownBlock {
  return { type: 'actions', elements: [checkupWindow.button({}, { text: say().again })] };
}

/**
 * Texts of the problems in each language, stored as the check produced them: a later check could say something else.
 */
const Said = z.array(z.object({ title: z.string(), what: z.string(), todo: z.string().optional() }));

/** The most problems in one message: Slack allows 50 blocks. */
const most = 20;

const reportMessage = defineMessage({
  name: 'checkup.report',
  label: () => say().report.label,
  about: z.object({ count: z.int(), said: z.record(z.string(), Said) }),
  build({ count, said }) {
    const { text, after } = say().report;
    const troubles = said[currentLanguage()] ?? said[commonLanguage] ?? [];
    return {
      text: text(count),
      blocks: [paragraph(text(count)), ...troubles.map(troubleBlock), note(after)],
    };
  },
});

function reportOf(results: readonly Result[], day: string): NewMessage {
  const said = inEachLanguage(() =>
    results.slice(0, most).map((result) => ({ title: result.title(), ...result.say() })),
  );
  const which = createHash('sha256')
    .update(results.map(keyOf).sort().join('\n'))
    .digest('base64url')
    .slice(0, 16);
  return reportMessage.message(
    { purpose: `checkup of ${day} ${which}`, recipient: { hr: true } },
    { count: results.length, said },
  );
}

/** Stable fingerprint of a problem: the check's name and the subject it is about. */
function keyOf({ name, about }: Pick<Result, 'name' | 'about'>): string {
  return about === undefined ? name : `${name} ${about}`;
}

const every = 10 * 60_000;
/** How long a process may take before another one takes over, in milliseconds. */
const longest = 60 * 60_000;
/** Time from a new failure to the look that confirms it, in milliseconds. */
const secondLook = 10 * 60_000;

/**
 * Checks the connection once a day, in one process, and reports new failures to HR once. Recoveries aren't reported.
 */
function dailyCheckup(services: Bot): Repeating {
  const { checkup, checkups, settingsStore, clock, log } = services;

  function nextMorning(): Date {
    const rules = rulesOf(settingsStore.current());
    const tomorrow = addDays(dayIn(rules.timezone, clock.now()), 1);
    return morningOf(tomorrow, rules.timezone, rules);
  }

  async function turn(stopping: AbortSignal): Promise<void> {
    // First run tomorrow: on the first day, the person setting Frontdesk up checks it themselves.
    await checkups.begin(nextMorning());
    const now = clock.now();
    const before = await checkups.take(new Date(now.getTime() + longest), now);
    if (!before) return;
    const results = await unlessStopped(checkup(), stopping);
    if (!results) return;
    const news = newsIn(results, before.failing);
    const checks = news.map(({ name }) => name);
    if (news.length > 0 && before.suspected.length === 0) {
      log.info({ checks }, 'the daily check looks again before it tells of this');
      const suspected = news.map(keyOf);
      return checkups.done({ ...before, suspected }, new Date(now.getTime() + secondLook));
    }
    // New failures in the second look may be hiccups too. Leave them for tomorrow.
    const hiccups = news.filter((result) => !before.suspected.includes(keyOf(result)));
    const certain = results.filter((result) => !hiccups.includes(result));
    await tell(newsIn(certain, before.failing), services);
    await checkups.done({ failing: failingIn(certain, before.failing), suspected: [] }, nextMorning());
  }

  const onError = (err: unknown) => log.error({ err }, 'the daily check failed');
  return repeat({ clock, every, turn, onError });
}

async function unlessStopped<Value>(work: Promise<Value>, stopping: AbortSignal): Promise<Value | undefined> {
  const stopped = Promise.withResolvers<undefined>();
  stopping.addEventListener('abort', () => stopped.resolve(undefined));
  if (stopping.aborted) stopped.resolve(undefined);
  return Promise.race([work, stopped.promise]);
}

async function tell(news: readonly Result[], services: Bot): Promise<void> {
  const { ledger, settingsStore, clock, log } = services;
  for (const { channel } of news)
    if (channel) await ledger.channelBlocked({ channel: channel.id, code: channel.code });
  const told = news.filter((result) => !result.channel && !isToldAnyway(result, services));
  if (news.length > 0) log.warn({ checks: news.map(({ name }) => name) }, 'the daily check found something');
  if (told.length === 0) return;
  await ledger.enqueue(reportOf(told, dayIn(settingsStore.current().timezone, clock.now())));
}

/** HR already gets a message about an outage of the service as soon as it begins. */
function isToldAnyway({ name }: Result, { ledger }: Bot): boolean {
  const outage = ledger.outage();
  const code = outage && outageIn(outage);
  return name.startsWith('service') && code !== undefined && needsPeople(code);
}

function newsIn(results: readonly Result[], before: readonly string[]): Result[] {
  return results.filter((result) => result.state === 'failure' && !before.includes(keyOf(result)));
}

/** Keys of everything that fails now. Checks that couldn't run keep their earlier failures. */
function failingIn(results: readonly Result[], before: readonly string[]): string[] {
  const unchecked = results.filter(({ state }) => state === 'unchecked').map(({ name }) => name);
  const isUnchecked = (key: string) => unchecked.some((name) => key === name || key.startsWith(`${name} `));
  const failing = results.filter(({ state }) => state === 'failure').map(keyOf);
  return [...new Set([...failing, ...before.filter(isUnchecked)])];
}

export function checkupFeature(services: Bot): Feature {
  let daily: Repeating | undefined;
  return {
    listeners: checkupWindow.listeners(services),
    settings: ({ role }) => (role === 'hr' ? row(checkupWindow.button({}, { text: say().button })) : []),
    messages: [reportMessage],
    async begin() {
      daily = dailyCheckup(services);
    },
    async stop() {
      await daily?.stop();
    },
  };
}
