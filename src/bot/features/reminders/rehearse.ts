import type { Viewer } from '../../feature.ts';
import type { PlannedMessage } from '../../ledger/planning/write-plan.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { foretold } from '../../plan/foretell.ts';
import { say } from '../../plan/messages.ts';
import { rulesOf } from '../../plan/plan.ts';
import {
  after,
  mostRehearsed,
  RehearsedPart,
  reaching,
  rehearsed,
  rehearsedBy,
} from '../../plan/rehearse.ts';
import { defineMessage, ofAnyKind } from '../../requests/define-message.ts';
import { requestButton } from '../../requests/result-views.ts';
import type { ButtonArgs } from '../../slack/incoming/args.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { viewerOf } from '../../slack/incoming/reader.ts';
import { cut, escapeMrkdwn } from '../../slack/views/blocks.ts';
import type { RemindersDeps } from './deps.ts';
import { actions } from './ids.ts';

function plannedOf(request: Request, since: Date, { typeOf, settings }: RemindersDeps): PlannedMessage[] {
  const stands = request.state === 'done' && request.calledOffAt === null;
  const planned = stands ? (typeOf(request).plan?.of(request, rulesOf(settings())) ?? []) : [];
  return planned.filter(after(since));
}

function momentsOf(planned: readonly PlannedMessage[], deps: RemindersDeps) {
  const { settings, definitions, directory } = deps;
  const nameOf = (id: number) => {
    const name = directory.current()?.people.get(id)?.name;
    return name === undefined ? '' : escapeMrkdwn(cut(name, 80));
  };
  const telling = { definitions: definitions(), nameOf, sizeOf: () => undefined, settings: settings() };
  return foretold(planned, telling).slice(0, mostRehearsed);
}

/** One moment of the rehearsal, sent to the person rehearsing. */
export function rehearsalMessage(deps: RemindersDeps) {
  return defineMessage({
    name: 'reminder.rehearsal',
    label: () => say().rehearsal.label,
    about: RehearsedPart,
    is: ofAnyKind,
    build({ index, since, leftOut }, context) {
      const planned = plannedOf(context.request, new Date(since), deps).filter(reaching(leftOut));
      const moments = momentsOf(planned, deps);
      return rehearsed(moments[index], deps.definitions(), context);
    },
  });
}

/** Employees among the recipients who can't be reached in Slack. Failed lookups count as reachable. */
async function notReached(planned: readonly PlannedMessage[], { findEmployee }: RemindersDeps) {
  const employees = planned.flatMap(({ recipient }) => ('employee' in recipient ? [recipient.employee] : []));
  const found = [...new Set(employees)].map(async (id) => {
    const inSlack = await findEmployee(id).catch(() => undefined);
    return inSlack && 'why' in inSlack ? [id] : [];
  });
  return (await Promise.all(found)).flat();
}

function mayRehearse(request: Request, { userId, role }: Viewer): boolean {
  return role === 'hr' || request.requester === userId;
}

/** The "Rehearse" button of a request's page, if there are messages to come. */
export async function rehearseButtons(request: Request, viewer: Viewer, deps: RemindersDeps) {
  if (!mayRehearse(request, viewer) || !(await isAnyComing(request, viewer, deps))) return [];
  const { button } = say().rehearsal;
  const spoken = cut(`${button}: ${request.context.personName}`, 75);
  return [requestButton(request, actions.rehearse, button, spoken)];
}

async function isAnyComing(request: Request, viewer: Viewer, deps: RemindersDeps): Promise<boolean> {
  if (momentsOf(plannedOf(request, deps.clock.now(), deps), deps).length > 0) return true;
  const further = deps.rehearsals().map(({ isComing }) => isComing(request, viewer));
  return (await Promise.all(further)).includes(true);
}

function saidOf(counts: readonly number[], but: readonly string[]): string {
  const { nothing, onItsWay, onItsWayInPart } = say().rehearsal;
  const isAny = counts.some((count) => count > 0);
  if (but.length === 0) return isAny ? onItsWay : nothing;
  return [...(isAny ? [onItsWayInPart] : []), ...but].join(' ');
}

/** Handles "Rehearse": sends all upcoming messages to the person pressing, once per window. */
export function rehearse(deps: RemindersDeps) {
  const message = rehearsalMessage(deps);
  return async (args: ButtonArgs) => {
    await args.ack();
    const viewer = viewerOf(args);
    const request = await deps.ledger.find(args.action.value ?? '');
    if (!request || !mayRehearse(request, viewer))
      return void (await deps.requestPages.showAgain(args, args.action.value ?? ''));
    const since = deps.clock.now();
    const planned = plannedOf(request, since, deps);
    const leftOut = await notReached(planned, deps);
    const moments = momentsOf(planned.filter(reaching(leftOut)), deps);
    const { view: open } = originOf(args.body);
    for (const index of moments.keys()) {
      const to = rehearsedBy(viewer.userId, open?.id ?? viewer.userId, index);
      const address = { ...to, requestId: request.id };
      await deps.ledger.enqueue(message.message(address, { index, since: since.toISOString(), leftOut }));
    }
    const window = open?.id ?? viewer.userId;
    const further = await Promise.all(deps.rehearsals().map(({ send }) => send(request, viewer, window)));
    const counts = [moments.length, ...further.map(({ count }) => count)];
    const but = further.flatMap((one) => one.but);
    await deps.requestPages.showAgain(args, request.id, saidOf(counts, but));
  };
}
