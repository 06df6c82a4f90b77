import { within } from '../../../../time/clock.ts';
import { dayIn, isWeekend } from '../../../../time/dates.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { labelOf } from '../../../slack/views/inputs.ts';
import type { NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { leavingPoints } from '../leaving/leaving.ts';
import { say as sayLeaving } from '../leaving/messages.ts';
import { say as sayNewHire } from '../messages.ts';
import { foretoldOf } from '../reminders/foretell.ts';
import { ownText } from '../reminders/own-texts.ts';
import { headline } from '../result/result.ts';
import { leftOutIn, unreachedLines, unreachedNow } from '../result/unreached.ts';
import { type Chosen, valuesOf } from './hire.ts';
import { say } from './messages.ts';

/** Time limit for finding people in Slack, in milliseconds: the form must be answered within three seconds. */
const patience = 800;

/** The announcement and its recipients, with the points to check before it's sent. */
export async function secondLook(
  person: Person,
  chosen: Chosen,
  { requester }: { requester: string },
  deps: NewHireDeps,
) {
  const values = valuesOf(person, chosen, deps);
  const settings = deps.settings();
  const { channels, privateChannel } = settings;
  const [leaving, departure, sizes, unreached = []] = await Promise.all([
    leavingPoints(values, deps),
    deps.ledger.presence.departureOf(person.id),
    deps.channelSizes([...channels, ...(privateChannel ? [privateChannel] : [])]),
    within(deps.clock, patience, unreachedNow(chosen.sent, deps)),
  ]);
  const left = unreached.filter(({ why }) => why !== 'cannotLookUp');
  const leftOut = leftOutIn(values, left);
  const asked = { requester, since: deps.clock.now(), sizes, leftOut };
  const { request, moments } = foretoldOf(values, asked, deps);
  // Channels get the common language.
  const own = ownText('headline', request, { settings });
  return {
    headline: channels.length > 0 ? headline(request, { own }).text : undefined,
    plan: moments.map(({ line }) => line),
    points: [
      ...(departure && departure.day <= chosen.sent.start_day
        ? [sayLeaving().ended(departure.day, chosen.sent.start_day)]
        : []),
      ...leaving.map(({ text }) => text),
      ...pointsOf(values, deps),
      ...unreachedLines(values, left).map(({ text }) => text),
    ],
  };
}

function pointsOf(values: HireValues, { settings, clock }: NewHireDeps): string[] {
  const elsewhere = say(),
    { warnings } = sayNewHire();
  const { start_day: day = '', manager, buddy, timezone } = values;
  const today = dayIn(timezone?.value ?? settings().timezone, clock.now());
  return [
    ...(day < today ? [elsewhere.check.past(day)] : []),
    ...(isWeekend(day) ? [warnings.weekend(day)] : []),
    ...(manager && manager.value === buddy?.value ? [warnings.same(labelOf(manager))] : []),
  ];
}
