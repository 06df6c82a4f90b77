import type { Wording } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { lateness, type PlannedAbout } from '../../plan/plan.ts';
import { cut, note, row } from '../../slack/views/blocks.ts';
import { reminderButton } from './buttons.ts';

interface Reminding {
  about: PlannedAbout;
  request: Request;
  now: Date;
  target: string;
  purpose: string;
}

/** Adds to a reminder that it comes late, and a person's button that stops reminders. */
export function framed(wording: Wording, { about, request, now, target, purpose }: Reminding): Wording {
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
