import { z } from 'zod';
import { addDays, type Day, dayIn } from '../../../../time/dates.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../../ledger/outbox/message.ts';
import type { CompanionDeparture, DeparturesAround } from '../../../ledger/requests/request.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { referenceNote } from '../../../requests/result-views.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/inputs.ts';
import type { NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { Companion, type HireRequest, isHire } from '../request.ts';
import { say } from './messages.ts';

/** Days after the start day within which a departure still matters to the new hire. */
const soonAfter = 30;

function leavesTooSoon(last: Day, start: Day): boolean {
  return last <= addDays(start, soonAfter);
}

/** Notes for HR on a start: the person's own last day, and managers and buddies who leave. */
export function leavingNotes(
  request: HireRequest,
  { own, isAwaited, companions }: DeparturesAround,
): string[] {
  const leaving = say();
  const { day, endedDay } = request;
  const start = day ?? endedDay ?? undefined;
  const ofOwn = own && (endedDay === null ? leaving.own(own.day) : leaving.ended(own.day, endedDay));
  return [
    ...(ofOwn === undefined ? [] : [ofOwn]),
    ...(isAwaited ? [leaving.awaited] : []),
    ...companions
      .filter((one) => start === undefined || leavesTooSoon(one.day, start))
      .flatMap((one) => companionLine(request, one, { start })),
  ];
}

/** Points on the check page about a manager or buddy who leaves. */
export async function leavingPoints(
  values: HireValues,
  { ledger, settings, clock }: Pick<NewHireDeps, 'ledger' | 'settings' | 'clock'>,
): Promise<{ code: string; text: string }[]> {
  const start = values.start_day ?? dayIn(settings().timezone, clock.now());
  const points = Companion.options.map(async (as) => {
    const entry = values[as];
    const employee = Number(entry?.value);
    const leaves = entry && Number.isInteger(employee) && (await ledger.presence.departureOf(employee));
    if (!leaves || !leavesTooSoon(leaves.day, start)) return [];
    const text = say().companion(labelOf(entry), as, { last: leaves.day, start });
    return [{ code: `leaving-${as}-${leaves.id}`, text }];
  });
  return (await Promise.all(points)).flat();
}

function companionLine(
  { payload, context }: HireRequest,
  { employee, day: last }: CompanionDeparture,
  { start }: { start: Day | undefined },
): string[] {
  const leaving = say();
  const names = { manager: context.managerName, buddy: context.buddyName };
  const as = Companion.options.find((one) => payload[one] === employee);
  return as ? [leaving.companion(names[as] ?? leaving.somebody[as], as, { last, start })] : [];
}

const name = 'newhire.companion-leaving';
const About = z.object({ departure: z.string(), employee: z.int() });

/** Message to HR, once: a new hire's manager or buddy leaves. Built from the state at sending. */
export function companionLeavingMessage({ ledger }: { ledger: Pick<Ledger, 'presence'> }) {
  return defineMessage({
    name,
    label: () => say().label,
    about: About,
    is: isHire,
    async build({ departure, employee }, { request }) {
      const leaves = await ledger.presence.departureOf(employee);
      const { day: start } = request;
      if (!leaves || leaves.id !== departure || start === null || !leavesTooSoon(leaves.day, start))
        return undefined;
      const [line] = companionLine(request, { ...leaves, employee }, { start });
      if (line === undefined) return undefined;
      const text = say().about(request.context.personName, start, line);
      return { text, blocks: [paragraph(text), referenceNote(request)] };
    },
  });
}

/** Message about a departure that is too soon, if it is. @param by Slack user who saw it in the window already */
export function companionLeaves(
  request: HireRequest,
  departure: CompanionDeparture,
  by: string,
): NewMessage[] {
  const { id: requestId, day } = request;
  const { employee, id } = departure;
  if (day === null || !leavesTooSoon(departure.day, day)) return [];
  const recipient: Recipient = { hr: true, exceptUsers: [by], exceptEmployee: employee };
  const about = { departure: id, employee };
  return [{ requestId, purpose: `leaving:${employee}:${id}`, recipient, name, about }];
}
