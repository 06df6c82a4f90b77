import type { KnownBlock } from '@slack/types';
import type { Language } from '../../../language.ts';
import type { Held, Wording } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { lateAfter, openFrom, type PlannedAbout, type PlanRules } from '../../plan/plan.ts';
import { words as planWords } from '../../plan/words.ts';
import { cut, note, plain } from '../../slack/views/blocks.ts';
import { actions } from './ids.ts';
import { words } from './words.ts';

interface Reminding {
  about: PlannedAbout;
  request: Request;
  now: Date;
  rules: PlanRules;
}

/** Why a reminder is not sent now; undefined where it is. */
export function heldBack({ about, request, now, rules }: Reminding): Held | undefined {
  // Whatever was changed while it was on its way.
  if (request.calledOffAt !== null || request.day !== about.day) return { dropped: 'replanned' };
  if (now >= new Date(about.until)) return { dropped: 'outdated' };
  const from = openFrom(now, about.zone, rules);
  if (from <= now) return undefined;
  return from >= new Date(about.until) ? { dropped: 'outdated' } : { later: from };
}

/** A reminder as it is sent: one that is late says so, and a person can do without the next ones. */
export function framed(
  wording: Wording,
  { about, request, now, target, purpose }: Omit<Reminding, 'rules'> & { target: string; purpose: string },
  language: Language,
): Wording {
  const due = new Date(about.due);
  const isLate = now.getTime() - due.getTime() >= lateAfter;
  const isPerson = /^[UW]/.test(target);
  return {
    text: wording.text,
    blocks: [
      ...wording.blocks,
      ...(isLate ? [note(planWords[language].late(due, about.zone))] : []),
      ...(isPerson ? [rowFor(request, purpose, language)] : []),
    ],
  };
}

function rowFor({ id, context }: Request, purpose: string, language: Language): KnownBlock {
  return buttonRow(JSON.stringify({ id, purpose }), cut(context.personName, 50), language);
}

/** The buttons under a reminder. @param value which one it is @param name of whom it is about */
export function buttonRow(value: string, name: string, language: Language): KnownBlock {
  const { snooze, snoozeAbout, stop, stopAbout } = words[language];
  const button = (action_id: string, text: string, spoken: string) =>
    ({
      type: 'button',
      action_id,
      text: plain(text),
      accessibility_label: spoken,
      value,
    }) as const;
  const elements = [
    button(actions.snooze, snooze, snoozeAbout(name)),
    button(actions.stop, stop, stopAbout(name)),
  ];
  return { type: 'actions', elements };
}
