import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { PlannedMessage } from '../../ledger/outbox/enqueue.ts';
import type { Unreached } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
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
  saidOfRehearsal,
} from '../../plan/rehearse.ts';
import { defineMessage, type MessageDefinition, ofAnyKind } from '../../requests/define-message.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { RequestPages } from '../../requests/result-views.ts';
import { type By, button } from '../../slack/button.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { cut, escapeMrkdwn } from '../../slack/views/blocks.ts';
import type { Settings } from '../../storage/settings.ts';

export interface RehearseServices {
  ledger: Pick<Ledger, 'enqueue' | 'find'>;
  typeOf: TypeOf;
  definitions: () => readonly MessageDefinition[];
  /** Further rehearsals that features offer for a request. */
  rehearsals: () => readonly NonNullable<Feature['rehearse']>[];
  directory: Pick<Directory, 'current'>;
  /** Slack user of an employee, or the reason why there is none. @throws when that can't be looked up now */
  findEmployee(employee: number): Promise<{ userId: string } | { why: Unreached }>;
  requestPages: Pick<RequestPages, 'showAgain'>;
  settings: () => Settings;
  clock: Clock;
}

function plannedOf(request: Request, since: Date, { typeOf, settings }: RehearseServices): PlannedMessage[] {
  const stands = request.state === 'done' && request.calledOffAt === null;
  const planned = stands ? (typeOf(request).plan?.of(request, rulesOf(settings())) ?? []) : [];
  return planned.filter(after(since));
}

function momentsOf(planned: readonly PlannedMessage[], services: RehearseServices) {
  const { settings, definitions, directory } = services;
  const nameOf = (id: number) => {
    const name = directory.current()?.people.get(id)?.name;
    return name === undefined ? '' : escapeMrkdwn(cut(name, 80));
  };
  const telling = { definitions: definitions(), nameOf, sizeOf: () => undefined, settings: settings() };
  return foretold(planned, telling).slice(0, mostRehearsed);
}

export function rehearsalMessage(services: RehearseServices) {
  return defineMessage({
    name: 'reminder.rehearsal',
    label: () => say().rehearsal.label,
    about: RehearsedPart,
    is: ofAnyKind,
    build({ index, since, leftOut }, context) {
      const planned = plannedOf(context.request, new Date(since), services).filter(reaching(leftOut));
      const moments = momentsOf(planned, services);
      return rehearsed(moments[index], services.definitions(), context);
    },
  });
}

async function notReached(planned: readonly PlannedMessage[], { findEmployee }: RehearseServices) {
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

export async function rehearseButtons(request: Request, viewer: Viewer, services: RehearseServices) {
  if (!mayRehearse(request, viewer) || !(await isAnyComing(request, viewer, services))) return [];
  const { button: text } = say().rehearsal;
  const spoken = `${text}: ${request.context.personName}`;
  return [rehearse.show({ id: request.id }, { text, spoken })];
}

async function isAnyComing(request: Request, viewer: Viewer, services: RehearseServices): Promise<boolean> {
  if (momentsOf(plannedOf(request, services.clock.now(), services), services).length > 0) return true;
  const further = services.rehearsals().map(({ isComing }) => isComing(request, viewer));
  return (await Promise.all(further)).includes(true);
}

export const rehearse = button({
  id: 'reminder_rehearse',
  role: 'managers',
  value: z.object({ id: z.string() }),
  async press({ id }, { viewer, ...services }: By<RehearseServices>, args) {
    const { ledger, clock, requestPages, rehearsals } = services;
    const request = await ledger.find(id);
    if (!request || !mayRehearse(request, viewer)) return requestPages.showAgain(args, id);
    const since = clock.now();
    const planned = plannedOf(request, since, services);
    const leftOut = await notReached(planned, services);
    const moments = momentsOf(planned.filter(reaching(leftOut)), services);
    const window = originOf(args.body).view?.id ?? viewer.userId;
    const message = rehearsalMessage(services);
    for (const index of moments.keys()) {
      const address = { ...rehearsedBy(viewer.userId, window, index), requestId: request.id };
      await ledger.enqueue(message.message(address, { index, since: since.toISOString(), leftOut }));
    }
    const further = await Promise.all(rehearsals().map(({ send }) => send(request, viewer, window)));
    const isAny = moments.length > 0 || further.some(({ count }) => count > 0);
    const but = further.flatMap((one) => one.but);
    return requestPages.showAgain(args, request.id, saidOfRehearsal(isAny, but).join(' '));
  },
});
