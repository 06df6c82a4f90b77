import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { Snapshot } from '../../onboarding/directory/snapshot.ts';
import { defineMessage, defineMessageWith } from '../../requests/define-message.ts';
import { messageOf } from '../../requests/result-views.ts';
import { actionButton } from '../../slack/button.ts';
import { cut, paragraph, row } from '../../slack/views/blocks.ts';
import type { GoneMember } from '../../storage/slack-people.ts';
import { say } from './messages.ts';

/** Button of the offboarding feature that opens its form; its value is the employee's id. */
const startOffboarding = 'offboard_for';

/**
 * Limit of individual messages to HR per day. If many accounts are closed at once, the rest follow the next day or
 * are counted in one message.
 */
const mostADay = 50;
const day = 24 * 3_600_000;
/** Delay of the message until the employee list is newer, in milliseconds. */
const untilRead = 60_000;
const offboarding = 'offboarding';

/** Tells HR only. Nothing is sent if the person is back, leaving already or no longer in the service. */
export const gone = defineMessageWith({
  name: 'people.gone',
  label: () => say().gone.label,
  about: z.object({ employee: z.int(), user: z.string(), goneAt: z.string().optional() }),
  async build({ employee, user, goneAt = '' }, { now }, deps: Bot) {
    const person = deps.directory.current()?.people.get(employee);
    if (!person && isOlder(deps.directory.current(), goneAt))
      return { later: new Date(now.getTime() + untilRead) };
    const isBack = deps.people.byId(user).then(
      ({ isDeleted }) => !isDeleted,
      () => false,
    );
    if (!person || (await isBack) || (await isLeaving(employee, deps))) return undefined;
    const { text, whatToDo, start, startOf } = say().gone;
    const name = cut(person.name, 140);
    return messageOf(
      text(name),
      paragraph(whatToDo),
      ...row(actionButton(startOffboarding, { text: start, spoken: startOf(name), value: String(employee) })),
    );
  },
});

async function isLeaving(employee: number, { ledger }: Bot): Promise<boolean> {
  const open = await ledger.findOpen(offboarding, String(employee));
  const done = open ?? (await ledger.newestDone(offboarding, String(employee)));
  return done !== undefined && done.calledOffAt === null;
}

export async function tellOfGone(since: string, deps: Bot): Promise<void> {
  const { ledger, slackPeople: store } = deps;
  let left = mostADay - (await store.toldWithin(day));
  const { news, noNews } = await sorted(await store.untold(since, mostADay), deps);
  await store.told(noNews, false);
  for (const { employee, userId: user, goneAt } of news) {
    if (left <= 0) return countOthers(since, deps);
    const recipient = { hr: true, exceptEmployee: employee } as const;
    const purpose = `gone ${user} ${goneAt}`;
    await ledger.enqueue(gone.message({ purpose, recipient }, { employee, user, goneAt }));
    await store.told([user], true);
    left -= 1;
  }
}

/** Counts the rest in one message once no more are expected, rather than sending single messages for weeks. */
async function countOthers(since: string, deps: Bot): Promise<void> {
  const { ledger, slackPeople: store, clock } = deps;
  const open = await store.untold(since, mostCounted);
  const [first] = open;
  const isCollected = first && clock.now().getTime() - Date.parse(first.goneAt) >= collectedFor;
  if (!isCollected || open.length <= mostADay) return;
  const { news, noNews } = await sorted(open, deps);
  await store.told(noNews, false);
  const [oldest] = news;
  if (!oldest || news.length <= mostADay) return;
  const purpose = `gone many ${oldest.userId} ${oldest.goneAt}`;
  await ledger.enqueue(goneMany.message({ purpose, recipient: { hr: true } }, { count: news.length }));
  // Mark the oldest one last: after a crash, the next run then builds the same message.
  await store.told(news.map(({ userId }) => userId).toReversed(), false);
}

async function sorted(members: readonly GoneMember[], deps: Bot) {
  const news: (GoneMember & { employee: number })[] = [];
  const noNews: string[] = [];
  for (const member of members) {
    const employee = employeeOf(member, deps);
    if (employee === 'unknown') continue;
    if (employee === undefined || (await isLeaving(employee, deps))) noNews.push(member.userId);
    else news.push({ ...member, employee });
  }
  return { news, noNews };
}

/** A list read before the deactivation proves nothing about missing people; another process may have a newer one. */
function isOlder(snapshot: Pick<Snapshot, 'readAt'> | undefined, goneAt: string): boolean {
  return !snapshot || snapshot.readAt < Date.parse(goneAt);
}

function employeeOf({ email, goneAt }: GoneMember, { directory }: Bot): number | 'unknown' | undefined {
  const snapshot = directory.current();
  const id = snapshot?.peopleByEmail.get(email)?.id;
  if (id !== undefined) return id;
  return isOlder(snapshot, goneAt) ? 'unknown' : undefined;
}

/**
 * How long leavers are collected before they are counted, in milliseconds: accounts are closed one after the other.
 */
const collectedFor = 15 * 60_000;
const mostCounted = 5_000;

/** To HR only: a count of deactivated accounts, if there are too many for single messages. Contains no names. */
export const goneMany = defineMessage({
  name: 'people.gone.many',
  label: () => say().gone.label,
  about: z.object({ count: z.int() }),
  build: ({ count }) => messageOf(say().gone.many(count), paragraph(say().gone.whoTheyAre)),
});
