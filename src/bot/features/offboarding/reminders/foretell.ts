import type { Offboarding } from '../../../../contract/employee.ts';
import { within } from '../../../../time/clock.ts';
import { firstEntries } from '../../../calendar/entries.ts';
import { entryMessage } from '../../../calendar/entry-message.ts';
import { employeeLabel, sequenceLabels } from '../../../menus.ts';
import { asIfDone, foretold } from '../../../plan/foretell.ts';
import { rulesOf } from '../../../plan/plan.ts';
import type { Viewer } from '../../../slack/incoming/origin.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import {
  type Asked,
  type ForetoldTask,
  foretoldTasks,
  type Owner,
  type TaskPart,
  taskPart,
} from '../../../tasks/foretell-tasks.ts';
import { say } from '../../../tasks/messages.ts';
import type { SequenceTask } from '../../../tasks/plan-tasks.ts';
import type { OffboardingDeps } from '../deps.ts';
import { kind, type OffboardingRequest } from '../request.ts';
import { lastDay, leavingReminders, planOffboarding } from './plan.ts';

interface AskedPlan {
  user: number;
  day: string;
  requester: string;
  since: Date;
  sizes?: ReadonlyMap<string, number>;
}

export const foretoldMessages = [entryMessage, ...leavingReminders];

export function foretoldOf(
  { user, day, requester, since, sizes }: AskedPlan,
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

const patience = 300;

/** Placeholder id: only the service knows a person's manager and buddy. */
const somebody = -1;

export type TaskDeps = Pick<OffboardingDeps, 'settings' | 'directory' | 'clock' | 'people' | 'sequenceTasks'>;

interface Asking {
  requester: string;
  since: Date;
  shownAs?: string;
}

export async function tasksOf(
  payload: Offboarding,
  asking: Asking,
  isChange: boolean,
  deps: TaskDeps,
): Promise<TaskPart | undefined> {
  if (payload.sequences.length === 0) return undefined;
  const { notes } = say();
  const further = [notes.confidential, ...(isChange ? [notes.change] : [])];
  const [known, asked] = await Promise.all([
    deps.sequenceTasks.lately(payload.sequences),
    askedOf(payload, asking, deps),
  ]);
  return taskPart(known, asked, { further });
}

export async function tasksToApprove(
  { payload, context, requester }: OffboardingRequest,
  { since }: Pick<Asking, 'since'>,
  deps: TaskDeps,
): Promise<TaskPart | undefined> {
  if (payload.sequences.length === 0) return undefined;
  const { notes } = say();
  const asking = { requester, since, shownAs: `<@${requester}>` };
  const [known, asked] = await Promise.all([
    deps.sequenceTasks.lately(payload.sequences),
    askedOf(payload, asking, deps),
  ]);
  if (known === 'unknown') return { lines: [], notes: [notes.notFound] };
  const further = [notes.confidentialToo, ...(context.earlier ? [notes.change] : [])];
  return taskPart(known, asked, { further });
}

export async function leavingTasks(
  payload: Offboarding,
  asking: Asking,
  deps: TaskDeps,
): Promise<ForetoldTask[] | 'unknown'> {
  if (payload.sequences.length === 0) return [];
  const [known, asked] = await Promise.all([
    deps.sequenceTasks.lately(payload.sequences),
    askedOf(payload, asking, deps),
  ]);
  return foretoldTasks(known, asked);
}

async function askedOf(
  { user, termination_date: anchor, sequences }: Offboarding,
  { requester, since, shownAs }: Asking,
  deps: TaskDeps,
): Promise<Asked> {
  const names = sequenceLabels('offboarding', sequences, { snapshot: deps.directory.current() });
  const you = await employeeOf(requester, deps);
  const whose = { user, you: you === user ? undefined : you, shownAs };
  return {
    chosen: sequences.map((id, index) => ({ id, name: names[index] ?? '' })),
    anchor,
    zone: undefined,
    now: since,
    rules: rulesOf(deps.settings()),
    ownerOf: (task) => ownerOf(task, whose, deps),
  };
}

async function employeeOf(
  userId: string,
  { people, directory, clock }: TaskDeps,
): Promise<number | undefined> {
  const asked = people.byId(userId).catch(() => undefined);
  const email = (await within(clock, patience, asked))?.email;
  return email ? directory.current()?.peopleByEmail.get(email)?.id : undefined;
}

interface Whose {
  /** Ids in the service: `you` is the requester, `user` the leaver. */
  you: number | undefined;
  user: number;
  shownAs: string | undefined;
}

/** Recipient of a task. Departures are confidential: the assignee is told only if they requested it. */
function ownerOf(
  { owner, person }: SequenceTask,
  { you, user, shownAs }: Whose,
  { directory }: Pick<OffboardingDeps, 'directory'>,
): Owner {
  const { hr, leaving } = say();
  const why = 'confidential';
  if (owner === 'hire') return { reader: leaving.hire, assignee: user, name: leaving.owners.hire, why };
  if (owner === 'manager' || owner === 'buddy') {
    const ifTheirs = shownAs === undefined ? leaving.ifYou[owner] : leaving.ifRequester[owner](shownAs);
    const reader = you === undefined ? leaving.insteadOf[owner] : ifTheirs;
    return { reader, assignee: somebody, name: leaving.owners[owner], why };
  }
  if (owner === 'hr' || person === null) return { reader: hr, assignee: null, name: hr };
  const name = employeeLabel(person, { snapshot: directory.current() });
  if (person === you) return { reader: shownAs ?? leaving.you, assignee: person, name };
  return { reader: leaving.insteadOfPerson(escapeMrkdwn(cut(name, 80))), assignee: person, name, why };
}
