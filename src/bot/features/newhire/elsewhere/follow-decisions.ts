import { inLanguage } from '../../../../language.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Unsettled } from '../../../ledger/elsewhere/unsettled.ts';
import { changeForGood, keepTrue } from '../../../slack/posting/post.ts';
import type { NewHireDeps } from '../deps.ts';
import { decidedMessage } from './asking.ts';
import { whoIs } from './who.ts';

/** Delay before the next look while a message that asks is being sent, in milliseconds. */
const underWayFor = 2_000;

/**
 * Shows HR's decision in every message that asked about a person. The database knows which are left, so a crash or an
 * unreachable Slack only delays it.
 */
export function followDecisions(
  deps: Pick<NewHireDeps, 'client' | 'access' | 'changes' | 'ledger' | 'directory' | 'clock' | 'log'>,
) {
  const { client, access, changes, ledger, directory, clock, log } = deps;

  async function nameOf(found: FoundPerson): Promise<string | undefined> {
    const id = found.decided?.requestId;
    const request = id ? await ledger.find(id) : undefined;
    if (request) return request.context.personName;
    const who = whoIs(found, directory);
    return who.kind === 'there' ? who.person.name : undefined;
  }

  async function show({ person, copies, isUnderWay }: Unsettled): Promise<void> {
    const name = await nameOf(person);
    for (const { place, recipient } of copies) {
      const reader = recipient && 'channel' in recipient ? recipient.channel : place.channel;
      const message = inLanguage(await access.languageOf(reader), () => decidedMessage(person, name));
      const code = await changeForGood(client, place, message);
      if (code) log.warn({ code }, 'what asked about somebody cannot be changed in Slack');
    }
    if (!isUnderWay) await ledger.elsewhere.settle(person);
  }

  async function showAll(): Promise<void> {
    // Names are unknown until the list is first read.
    if (!directory.asRead()) return;
    const unsettled = await ledger.elsewhere.unsettled();
    for (const one of unsettled) await show(one);
    if (unsettled.some(({ isUnderWay }) => isUnderWay)) following.showIn(underWayFor);
  }

  const onError = (err: unknown) => log.warn({ err }, 'what was decided could not be shown in Slack yet');
  const following = keepTrue({ clock, changes, turn: showAll, onError });
  return following;
}
