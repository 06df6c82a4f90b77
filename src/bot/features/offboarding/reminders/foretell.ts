import type { Offboarding } from '../../../../contract/offboarding.ts';
import type { Viewer } from '../../../access/only.ts';
import { asIfDone } from '../../../plan/as-if-done.ts';
import { foretold } from '../../../plan/foretell.ts';
import { rulesOf } from '../../../plan/plan.ts';
import type { OffboardingDeps } from '../deps.ts';
import { kind } from '../request.ts';
import { leavingReminders, planOffboarding } from './plan.ts';

/** What will be said around the last day, a line for each moment. In mrkdwn. */
export async function planLines(
  payload: Offboarding,
  { userId, language }: Viewer,
  { settings, clock, channelSizes }: Pick<OffboardingDeps, 'settings' | 'clock' | 'channelSizes'>,
): Promise<string[]> {
  const current = settings();
  const now = clock.now();
  const context = { personName: '', sequenceNames: [], viewId: '' };
  const entered = { kind, requester: userId, payload, context, day: payload.termination_date };
  const messages = planOffboarding(asIfDone(entered, now), rulesOf(current));
  const { privateChannel } = current;
  const sizes = await channelSizes(privateChannel === undefined ? [] : [privateChannel]);
  const telling = {
    definitions: leavingReminders,
    nameOf: () => '',
    sizeOf: (channel: string) => sizes.get(channel),
    settings: current,
  };
  const ahead = messages.filter(({ due }) => due > now);
  return foretold(ahead, telling, language).map(({ line }) => line);
}
