import { z } from 'zod';
import type { Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { cut, paragraph, plain } from '../../../slack/views/blocks.ts';
import type { GoneMember } from '../../../storage/people/slack-people.ts';
import type { PeopleDeps } from '../deps.ts';
import { offboardingOf } from '../ids.ts';
import { words } from '../words.ts';
import { collectedFor, goneMany, mostCounted } from './many-leavers.ts';

/**
 * Of how many people HR is told in a day, each in a message. When many accounts are closed at once, the others follow on
 * the next day, or are counted in one message where they would not be told by then.
 */
const mostADay = 50;
const day = 24 * 3_600_000;
/** How long the message waits for a newer list, in milliseconds. */
const untilRead = 60_000;
/** The kind of request that an offboarding is. */
const offboarding = 'offboarding';

type GoneDeps = Pick<PeopleDeps, 'directory' | 'people' | 'ledger'>;
export type GoneDefinition = ReturnType<typeof defineGone>;

/** To HR alone: somebody who is in the service is deactivated in Slack. Nothing, where that is settled by now. */
export function defineGone(deps: GoneDeps) {
  return defineMessage({
    name: 'people.gone',
    label: (language) => words[language].gone.label,
    about: z.object({ employee: z.int(), user: z.string(), goneAt: z.string().optional() }),
    async build({ employee, user, goneAt = '' }, { language, now }) {
      const person = deps.directory.current()?.people.get(employee);
      if (!person && isOlder(deps.directory.current(), goneAt))
        return { later: new Date(now.getTime() + untilRead) };
      const isBack = deps.people.byId(user).then(
        ({ isDeleted }) => !isDeleted,
        () => false,
      );
      if (!person || (await isBack) || (await isLeaving(employee, deps))) return undefined;
      const { text, whatToDo, start, startOf } = words[language].gone;
      const name = cut(person.name, 140);
      return {
        text: text(name),
        blocks: [
          paragraph(text(name)),
          paragraph(whatToDo),
          {
            type: 'actions',
            elements: [
              {
                type: 'button',
                action_id: offboardingOf,
                value: String(employee),
                text: plain(start),
                accessibility_label: cut(startOf(name), 75),
              },
            ],
          },
        ],
      };
    },
  });
}

/** Whether an offboarding is known, carried out or on its way. */
async function isLeaving(employee: number, { ledger }: GoneDeps): Promise<boolean> {
  const open = await ledger.findOpen(offboarding, String(employee));
  const done = open ?? (await ledger.newestDone(offboarding, String(employee)));
  return done !== undefined && done.calledOffAt === null;
}

/** Tells HR of those who are gone, each once. @param since when the switch was turned on */
export async function tellOfGone(since: string, gone: GoneDefinition, deps: PeopleDeps): Promise<void> {
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

/** In one message, once they are collected: nobody is told of people one by one for weeks. */
async function countOthers(since: string, deps: PeopleDeps): Promise<void> {
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
  // The first one last: whoever goes on after a crash asks for the same message again.
  await store.told(news.map(({ userId }) => userId).toReversed(), false);
}

/** Of whom HR has to hear, and of whom not; of the others it is not known yet. */
async function sorted(members: readonly GoneMember[], deps: PeopleDeps) {
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

/** A list from before they were gone says nothing of who is missing in it: another process may have a newer one. */
function isOlder(snapshot: Pick<Snapshot, 'readAt'> | undefined, goneAt: string): boolean {
  return !snapshot || snapshot.readAt < Date.parse(goneAt);
}

/** Their id in the service; undefined where they are not there. */
function employeeOf(
  { email, goneAt }: GoneMember,
  { directory }: PeopleDeps,
): number | 'unknown' | undefined {
  const snapshot = directory.current();
  const id = snapshot?.peopleByEmail.get(email)?.id;
  if (id !== undefined) return id;
  return isOlder(snapshot, goneAt) ? 'unknown' : undefined;
}
