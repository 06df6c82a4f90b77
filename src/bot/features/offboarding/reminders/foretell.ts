import type { Language } from '../../../../language.ts';
import type { Viewer } from '../../../access/only.ts';
import { firstEntries } from '../../../calendar/entries.ts';
import { entryMessage } from '../../../calendar/entry-message.ts';
import { asIfDone } from '../../../plan/as-if-done.ts';
import { foretold } from '../../../plan/foretell.ts';
import { rulesOf } from '../../../plan/plan.ts';
import type { OffboardingDeps } from '../deps.ts';
import { kind, type OffboardingRequest } from '../request.ts';
import { lastDay } from './calendar.ts';
import { leavingReminders, planOffboarding } from './plan.ts';

/** Whose last day it is, and who asks. */
interface Asked {
  user: number;
  day: string;
  requester: string;
  language: Language;
  /** What is later than this is foretold. */
  since: Date;
  sizes?: ReadonlyMap<string, number>;
}

/** Of what an offboarding brings about beside what its page says. */
export const foretoldMessages = [entryMessage, ...leavingReminders];

/** What will be said around a last day, as if the offboarding were started now. */
export function foretoldOf(
  { user, day, requester, language, since, sizes }: Asked,
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
  return { request, moments: foretold(ahead, telling, language) };
}

/** The same, a line for each moment, with how many read HR's channel. In mrkdwn. */
export async function planLines(
  { user, termination_date: day }: { user: number; termination_date: string },
  { userId, language }: Viewer,
  deps: Pick<OffboardingDeps, 'settings' | 'directory' | 'clock' | 'channelSizes'>,
): Promise<string[]> {
  const { privateChannel } = deps.settings();
  const sizes = await deps.channelSizes(privateChannel === undefined ? [] : [privateChannel]);
  const asked = { user, day, requester: userId, language, since: deps.clock.now(), sizes };
  return foretoldOf(asked, deps).moments.map(({ line }) => line);
}
