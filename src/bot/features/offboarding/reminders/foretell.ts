import { firstEntries } from '../../../calendar/entries.ts';
import { entryMessage } from '../../../calendar/entry-message.ts';
import { asIfDone } from '../../../plan/as-if-done.ts';
import { foretold } from '../../../plan/foretell.ts';
import { rulesOf } from '../../../plan/plan.ts';
import type { Viewer } from '../../../slack/incoming/reader.ts';
import type { OffboardingDeps } from '../deps.ts';
import { kind, type OffboardingRequest } from '../request.ts';
import { lastDay } from './calendar.ts';
import { leavingReminders, planOffboarding } from './plan.ts';

interface Asked {
  user: number;
  day: string;
  requester: string;
  /** Messages due after this are listed. */
  since: Date;
  sizes?: ReadonlyMap<string, number>;
}

/** Messages an offboarding leads to later; its page names the others. */
export const foretoldMessages = [entryMessage, ...leavingReminders];

/** Messages around a last day, as if the offboarding were started now. */
export function foretoldOf(
  { user, day, requester, since, sizes }: Asked,
  { settings, directory }: Pick<OffboardingDeps, 'settings' | 'directory'>,
) {
  const personName = directory.current()?.people.get(user)?.name ?? '';
  const context = { personName, sequenceNames: [], viewId: '' };
  const payload = { user, termination_date: day, sequences: [] };
  const request: OffboardingRequest = asIfDone({ kind, requester, payload, context, day }, since);
  const current = settings();
  const ahead = [
    ...firstEntries(request, lastDay, current),
    ...planOffboarding(request, rulesOf(current)).filter(({ due }) => due > since),
  ];
  const telling = {
    definitions: foretoldMessages,
    nameOf: () => '',
    sizeOf: (channel: string) => sizes?.get(channel),
    settings: current,
  };
  return { request, moments: foretold(ahead, telling) };
}

/** Messages around a last day as lines in mrkdwn, one per moment, with the number of readers of HR's channel. */
export async function planLines(
  { user, termination_date: day }: { user: number; termination_date: string },
  { userId }: Viewer,
  deps: Pick<OffboardingDeps, 'settings' | 'directory' | 'clock' | 'channelSizes'>,
): Promise<string[]> {
  const { privateChannel } = deps.settings();
  const sizes = await deps.channelSizes(privateChannel === undefined ? [] : [privateChannel]);
  const asked = { user, day, requester: userId, since: deps.clock.now(), sizes };
  return foretoldOf(asked, deps).moments.map(({ line }) => line);
}
