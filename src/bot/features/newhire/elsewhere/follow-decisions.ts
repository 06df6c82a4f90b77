import { WebAPIPlatformError } from '@slack/web-api';
import { repeat } from '../../../../time/repeat.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Unsettled } from '../../../ledger/elsewhere/unsettled.ts';
import type { NewHireDeps } from '../deps.ts';
import { decidedMessage } from './asking.ts';
import { whoIs } from './who.ts';

/** How long several changes are waited for, and how often it is looked what other processes changed, in milliseconds. */
const settling = 300;
const lookEvery = 60_000;
/** How soon it is looked again where what asks is just being sent. */
const underWayFor = 2_000;

/** Slack's words for a failure that passes; after any other one nobody can change the message any more. */
const passing = /^(ratelimited|internal_error|fatal_error|service_unavailable|request_timeout)$/;

/**
 * Says in every message that asks about somebody who decided what. The database knows which ones are left, so a crash or an
 * unreachable Slack only delays it.
 */
export function followDecisions(
  deps: Pick<NewHireDeps, 'client' | 'access' | 'changes' | 'ledger' | 'directory' | 'clock' | 'log'>,
) {
  const { client, access, changes, ledger, directory, clock, log } = deps;
  let isReady = false;

  /** As the request has it, else the list. */
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
      const message = decidedMessage(person, name, await access.languageOf(reader));
      await client.chat.update({ ...place, ...message }).catch((error: unknown) => {
        if (!(error instanceof WebAPIPlatformError) || passing.test(error.data.error)) throw error;
        log.warn({ code: error.data.error }, 'what asked about somebody cannot be changed in Slack');
      });
    }
    if (!isUnderWay) await ledger.elsewhere.settle(person);
  }

  async function showAll(): Promise<void> {
    // Before the first reading nobody has a name.
    if (!isReady || !directory.asRead()) return;
    const unsettled = await ledger.elsewhere.unsettled();
    for (const one of unsettled) await show(one);
    if (unsettled.some(({ isUnderWay }) => isUnderWay)) showing.wakeIn(underWayFor);
  }

  const onError = (err: unknown) => log.warn({ err }, 'what was decided could not be shown in Slack yet');
  const showing = repeat({ clock, every: lookEvery, first: lookEvery, turn: showAll, onError });
  changes.listen(() => showing.wakeIn(settling));

  return {
    begin(): Promise<void> {
      isReady = true;
      return showing.turnNow();
    },
    /** Shows now what was decided. @returns when it is shown, or could not be */
    show: showing.turnNow,
    stop: showing.stop,
  };
}
