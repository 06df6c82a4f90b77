import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { addDays, dayIn } from '../../../time/dates.ts';
import { onceMore } from '../../ledger/planning/write-plan.ts';
import { morningFrom, PlannedAbout, rulesOf } from '../../plan/plan.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/args.ts';
import { updateMessage } from '../../slack/posting/post.ts';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { cut, note, plain } from '../../slack/views/blocks.ts';
import type { RemindersDeps } from './deps.ts';
import { buttonRow } from './frame.ts';
import { actions } from './ids.ts';
import { say } from './messages.ts';

const Pressed = z.object({ id: z.string(), purpose: z.string() });

/** Handles "Stop reminders": mutes this person's reminders about the request. Can be undone. */
export function stopReminders({ ledger, additions }: RemindersDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { stopped, stoppedButTasks } = say();
    await ledger.mute(pressed(args).id, args.body.user.id, 'reminders');
    if (additions.known().has('tasks'))
      await replaceButtons(args, stoppedButTasks, rowOf('resume', 'stopTasks'));
    else await replaceButtons(args, stopped, rowOf('resume'));
  };
}

/** Handles "Stop tasks, too": also mutes messages about this person's own tasks for the request. */
export function stopTasks({ ledger }: RemindersDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { stoppedTasks } = say();
    await ledger.mute(pressed(args).id, args.body.user.id, 'tasks');
    await replaceButtons(args, stoppedTasks, rowOf('resume'));
  };
}

/** Handles "Undo": turns reminders and task messages back on. */
export function resumeReminders({ ledger }: RemindersDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { resumed } = say();
    await ledger.unmute(pressed(args).id, args.body.user.id);
    await replaceButtons(args, resumed, (value, name) => buttonRow(value, name));
  };
}

/** Handles "Remind me later": repeats the reminder on the next working day, if it is still useful then. */
export function snooze({ ledger, settings, clock }: RemindersDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { notSnoozed, snoozed } = say();
    const { id, purpose } = pressed(args);
    const userId = args.body.user.id;
    const message = await ledger.sentTo(id, purpose, userId);
    const about = PlannedAbout.loose().safeParse(message?.about).data;
    if (!message || !about) return replaceButtons(args, notSnoozed, undefined);
    const tomorrow = addDays(dayIn(about.zone, clock.now()), 1);
    const due = morningFrom(tomorrow, about.zone, rulesOf(settings()));
    if (due >= new Date(about.until)) return replaceButtons(args, notSnoozed, undefined);
    await ledger.enqueue({
      requestId: id,
      // A stable purpose, so that a double press sends one message.
      purpose: `${purpose}${onceMore}`,
      recipient: { channel: userId, confidential: true },
      name: message.name,
      about: { ...about, due: due.toISOString() },
      due,
      planned: true,
    });
    await replaceButtons(args, snoozed(due, about.zone), undefined);
  };
}

function pressed({ action }: ButtonArgs) {
  return Pressed.parse(JSON.parse(action.value ?? ''));
}

type Row = (value: string, name: string) => KnownBlock;

function rowOf(...names: ('resume' | 'stopTasks')[]): Row {
  return (value, name) => ({
    type: 'actions',
    elements: names.map((one) => ({
      type: 'button',
      action_id: actions[one],
      text: plain(say()[one]),
      accessibility_label: cut(`${say()[one]}: ${name}`, 75),
      value,
    })),
  });
}

const Shown = z.object({ ts: z.string(), text: z.string(), blocks: z.array(z.custom<KnownBlock>()) });

/** Replaces the message's buttons with a sentence, and optionally other buttons. */
async function replaceButtons(args: ButtonArgs, said: string, row: Row | undefined): Promise<void> {
  const { action, body, client } = args;
  const { data: shown } = Shown.safeParse(body.message);
  const spoken = 'accessibility_label' in action ? String(action.accessibility_label) : '';
  const name = spoken.slice(spoken.indexOf(':') + 2);
  const rest = (shown?.blocks ?? []).filter(
    ({ type, block_id }) => type !== 'actions' && block_id !== saidId,
  );
  const sentence = { ...note(said), block_id: saidId };
  const buttons = row ? [row(action.value ?? '', name)] : [];
  if (!shown || !body.channel) return answerPrivately(args, say().title, said);
  try {
    const place = { channel: body.channel.id, ts: shown.ts };
    await updateMessage(client, place, { text: shown.text, blocks: [...rest, sentence, ...buttons] });
  } catch (error) {
    if (slackCode(error) === undefined) throw error;
    await answerPrivately(args, say().title, said);
  }
}

const saidId = 'reminder_said';
