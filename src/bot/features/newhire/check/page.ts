import { createHash } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { say as sayPlan } from '../../../plan/messages.ts';
import { alert, header, listedMarkup, paragraph } from '../../../slack/views/blocks.ts';
import { type TaskPart, taskBlocks } from '../../../tasks/foretell-tasks.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { say } from '../messages.ts';
import { personName } from '../request.ts';
import type { FilledForm, SecondLook } from './second-look.ts';

/** An input that can be sent, with what is to be confirmed. */
export interface Checked {
  input: FilledForm;
  look: SecondLook;
  /** Messages to be sent, one line per moment, in mrkdwn; only for a page that shows them. */
  plan?: { plan: readonly string[]; tasks: TaskPart | undefined };
}

/** Blocks of the page that asks before the input is sent. */
export function checkBlocks({ input, look, plan }: Checked): KnownBlock[] {
  return [
    paragraph(whoOf(input.values)),
    ...look.points.map(({ text }) => alert('warning', text)),
    header(sayPlan().title),
    ...listedMarkup(plan?.plan ?? []),
    ...taskBlocks(plan?.tasks),
    paragraph(say().check.ask),
  ];
}

function whoOf({ first_name, last_name, email = '', start_day }: HireValues): string {
  const { check } = say();
  const who = check.who(personName(first_name, last_name), email);
  return start_day === undefined ? who : `${who}\n${check.starts(start_day)}`;
}

/** Sentence and lines about wrong values. @param errors sentences by field */
export function wrongInput(errors: Record<string, string>) {
  const { check, labels } = say();
  const known = new Map<string, string>(Object.entries(labels));
  const lines = Object.entries(errors).map(([field, said]) => check.mistake(known.get(field) ?? field, said));
  return { sentence: check.mistakes, lines };
}

/** Hash of the input, so nobody confirms values they haven't seen. */
export function digestOf(values: HireValues): string {
  const entered = JSON.stringify(newHireFields.toDraft(values));
  return createHash('sha256').update(entered).digest('base64url').slice(0, 22);
}
