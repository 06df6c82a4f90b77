import type { KnownBlock } from '@slack/types';
import { type Day, dayIn, instantOf, isWeekend, isZone } from '../../../../time/dates.ts';
import { firstEntries } from '../../../calendar/entries.ts';
import { asIfDone, type Foretold, foretold } from '../../../plan/foretell.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { after, reaching } from '../../../plan/rehearse.ts';
import type { DayInCalendars } from '../../../requests/define-request.ts';
import {
  cut,
  cutMarkup,
  escapeMrkdwn,
  listed,
  listedMarkup,
  note,
  plain,
} from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { type TaskPart, taskBlocks } from '../../../tasks/foretell-tasks.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields, offeredNow } from '../form/fields.ts';
import { companionsOf, type HireRequest, kind, personName, startDayOf } from '../request.ts';
import { newHireAnnouncements } from '../result/announcements.ts';
import { employeesIn } from '../result/result.ts';
import { say } from './messages.ts';
import { foretoldMessages, planHire } from './plan.ts';
import { tasksOf } from './tasks.ts';

type ForetellDeps = FormDeps & Pick<NewHireDeps, 'channelSizes'>;

interface PlanPage extends Foretelling {
  /** Sentences about people who can't be reached. */
  left: readonly string[];
}

/** Blocks of the page with the plan. @param rehearse action id of the button */
export function planBlocks({ plan, left, tasks }: PlanPage, rehearse: string): KnownBlock[] {
  const { mayChange, nothing, rehearsal } = sayPlan();
  const button = { type: 'button', action_id: rehearse, text: plain(rehearsal.button) } as const;
  return [
    ...listedMarkup(plan.length > 0 ? plan : [nothing]),
    ...listed(left),
    ...taskBlocks(tasks),
    note(mayChange),
    { type: 'actions', elements: [button] },
  ];
}

interface Foretelling {
  /** One line per moment, in mrkdwn. */
  plan: readonly string[];
  tasks: TaskPart | undefined;
}

interface PlanViewer {
  requester: string;
  /** See `Asked`; may still be loading. */
  leftOut: Promise<readonly number[]> | readonly number[];
}

export async function planOf(
  values: HireValues,
  viewer: PlanViewer,
  deps: ForetellDeps & Pick<NewHireDeps, 'findEmployee'>,
): Promise<Foretelling> {
  const [plan, tasks] = await Promise.all([planLines(values, viewer, deps), tasksOf(values, deps)]);
  return { plan, tasks };
}

async function planLines(
  values: HireValues,
  { requester, leftOut: notReached }: PlanViewer,
  deps: ForetellDeps,
): Promise<string[]> {
  const { channels, privateChannel } = deps.settings();
  const sizes = await deps.channelSizes([...channels, ...(privateChannel ? [privateChannel] : [])]);
  const asked = { requester, since: deps.clock.now(), sizes, leftOut: await notReached };
  const names = (values.sequences ?? []).map((entry) => escapeMrkdwn(cut(labelOf(entry), 80)));
  const sequences = sayPlan().sequences(cutMarkup(names.join(', '), 2_000));
  const lines = [
    ...foretoldOf(values, asked, deps).moments,
    ...(names.length > 0 ? [{ at: 0, line: sequences }] : []),
    ...loginMailLines(values, deps),
  ];
  return lines.toSorted((one, other) => one.at - other.at).map(({ line }) => line);
}

type Timed = Pick<Foretold, 'at' | 'line'>;

const atTheEnd = Number.MAX_SAFE_INTEGER;

/** Login emails that the service itself sends to the new person. */
function loginMailLines(values: HireValues, { clock, settings }: FormDeps): Timed[] {
  const { about, reader, ...none } = say().loginMail;
  const { atOnce, at, line } = sayPlan();
  const mailed = (when: string, instant = 0) => ({ at: instant, line: line(when, about, [reader]) });
  const zone = values.timezone?.value ?? settings().timezone;
  const whose = { role: Number(values.role ?? 0), day: values.start_day, zone };
  const mail = loginMailOf(whose, clock.now());
  if (mail.kind === 'tooLate' || mail.kind === 'notForRole') return [{ at: atTheEnd, line: none[mail.kind] }];
  const isNow = mail.kind !== 'at' || mail.again;
  return [
    ...(isNow ? [mailed(atOnce)] : []),
    ...(mail.kind === 'at' ? [mailed(at(mail.due, zone), mail.due.getTime())] : []),
  ];
}

interface Asked {
  requester: string;
  since: Date;
  sizes: ReadonlyMap<string, number>;
  leftOut: readonly number[];
}

export function foretoldOf(values: HireValues, asked: Asked, deps: FormDeps) {
  const { requester, since, sizes, leftOut } = asked;
  const settings = deps.settings();
  const request = requestOf(values, requester, deps);
  const messages = [
    ...newHireAnnouncements(request, settings),
    ...firstEntries(request, firstDay, settings),
    ...planHire(request, rulesOf(settings)),
  ];
  const telling = {
    definitions: foretoldMessages,
    nameOf: (employee: number) => nameOf(employee, values),
    sizeOf: (channel: string) => sizes.get(channel),
    settings,
  };
  return {
    request,
    moments: foretold(messages.filter(after(since)).filter(reaching(leftOut)), telling),
  };
}

function requestOf(values: HireValues, requester: string, deps: FormDeps): HireRequest {
  const now = deps.clock.now();
  const payload = { first_name: '', last_name: '', email: '', role: 0, ...newHireFields.sent(values) };
  const { first_name, last_name, start_day } = payload;
  const context = {
    ...{ personName: personName(first_name, last_name), viewId: '', sequenceNames: [] },
    ...newHireFields.contextOf(values, offeredNow(start_day, deps)),
  };
  const day = startDayOf(payload, dayIn(deps.settings().timezone, now));
  return asIfDone({ kind, requester, payload, context, day }, now);
}

function nameOf(employee: number, values: HireValues): string {
  const { asCompanion } = say();
  const companion = companionsOf(employeesIn(values)).find((one) => one.employee === employee);
  const entry = companion && values[companion.as];
  return entry ? asCompanion(escapeMrkdwn(cut(labelOf(entry), 80)), companion.roles) : '';
}

export const firstDay: DayInCalendars<HireRequest> = {
  readers: ({ payload }) =>
    companionsOf(payload).map(({ as, employee }) => ({ key: as, recipient: { employee } })),
  isPrivate: false,
  words: () => say().calendar,
};

/** Time of the service's login email, unless the service has it switched off. */
type LoginMail =
  | { kind: 'now' | 'notForRole' | 'tooLate' }
  /** `again`: it also mails now. */
  | { kind: 'at'; due: Date; again: boolean };

const clockTimes = { firstMail: '07:00', startDay: '08:00' } as const;
/** Role ids: a new hire, and the role without a login. All others are mailed at once. */
const roles = { newHire: 0, none: 3 } as const;

interface Whose {
  role: number;
  /** The start day; undefined means today. */
  day: Day | undefined;
  zone: string;
}

/**
 * Follows released services (ChiefOnboarding's api/serializers.py and users/tasks.py): mail goes at 08:00 on
 * the start day in the person's zone; if the day has come, at once, but only from 07:00 on and on weekdays.
 */
export function loginMailOf({ role, day, zone }: Whose, now: Date): LoginMail {
  if (role === roles.none) return { kind: 'notForRole' };
  if (role !== roles.newHire) return { kind: 'now' };
  const where = isZone(zone) ? zone : 'UTC';
  const today = dayIn(where, now);
  const start = day ?? today;
  const due = instantOf(start, clockTimes.startDay, where);
  const atOnce = start <= today && !isWeekend(today) && now >= instantOf(today, clockTimes.firstMail, where);
  if (start >= today && due > now) return { kind: 'at', due, again: atOnce };
  return { kind: atOnce ? 'now' : 'tooLate' };
}
