import type { Held, Wording } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { say as sayPlan } from '../../plan/messages.ts';
import { lateAfter, openFrom, type PlannedAbout, type PlanRules } from '../../plan/plan.ts';
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
  if (now >= new Date(about.until)) return { dropped: 'outdated' };
  const from = openFrom(now, about.zone, rules);
  if (from <= now) return undefined;
  return from >= new Date(about.until) ? { dropped: 'outdated' } : { later: from };
}

export function framed(
  wording: Wording,
  { about, request, now, target, purpose }: Omit<Reminding, 'rules'> & { target: string; purpose: string },
): Wording {
  const { id, context } = request;
  const due = new Date(about.due);
  const isLate = now.getTime() - due.getTime() >= lateAfter;
  const isPerson = /^[UW]/.test(target);
  return {
    text: wording.text,
    blocks: [
      ...wording.blocks,
      ...(isLate ? [note(sayPlan().late(due, about.zone))] : []),
      ...(isPerson ? row(reminderButton('stop', { id, purpose }, cut(context.personName, 50))) : []),
    ],
  };
}
