import type { Held, Wording } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { heldUntilOpen, lateness, type PlannedAbout, type PlanRules } from '../../plan/plan.ts';
import { cut, note, row } from '../../slack/views/blocks.ts';
import { reminderButton } from './buttons.ts';

interface Reminding {
  about: PlannedAbout;
  request: Request;
  now: Date;
  rules: PlanRules;
}

/** Reason for not sending a reminder now; undefined if it can be sent. */
export function heldBack({ about, request, now, rules }: Reminding): Held | undefined {
  // The request was changed after the reminder was planned.
  if (request.calledOffAt !== null || request.day !== about.day) return { dropped: 'replanned' };
  return heldUntilOpen(now, about.zone, rules, new Date(about.until));
}

export function framed(
  wording: Wording,
  { about, request, now, target, purpose }: Omit<Reminding, 'rules'> & { target: string; purpose: string },
): Wording {
  const { id, context } = request;
  const isPerson = /^[UW]/.test(target);
  return {
    text: wording.text,
    blocks: [
      ...wording.blocks,
      ...lateness(new Date(about.due), now, about.zone).map(note),
      ...(isPerson ? row(reminderButton('stop', { id, purpose }, cut(context.personName, 50))) : []),
    ],
  };
}
