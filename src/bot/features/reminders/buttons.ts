import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Ledger } from '../../ledger/ledger.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import { type By, button } from '../../slack/button.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { updateMessage } from '../../slack/posting/post.ts';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { note, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

export interface ButtonServices {
  ledger: Pick<Ledger, 'mute' | 'unmute'>;
  additions: Pick<ServiceAdditions, 'known'>;
}

/** The reminder's request, and the purpose that tells its messages apart. */
const Reminder = z.object({ id: z.string(), purpose: z.string() });
type Reminder = z.infer<typeof Reminder>;

/** A buddy may have no access to Frontdesk, and the buttons concern only the person who presses them. */
const role = 'members';

export const stop = button({
  id: 'reminder_stop',
  role,
  value: Reminder,
  async press(reminder, { ledger, additions, viewer }: By<ButtonServices>, args) {
    const { stopped, stoppedButTasks } = say();
    await ledger.mute(reminder.id, viewer.userId, 'reminders');
    const hasTasks = additions.known().has('tasks');
    await replaceButtons(args, hasTasks ? stoppedButTasks : stopped, (name) =>
      hasTasks ? [undo(reminder, name), tasksToo(reminder, name)] : [undo(reminder, name)],
    );
  },
});

export const stopTasks = button({
  id: 'reminder_stop_tasks',
  role,
  value: Reminder,
  async press(reminder, { ledger, viewer }: By<ButtonServices>, args) {
    await ledger.mute(reminder.id, viewer.userId, 'tasks');
    await replaceButtons(args, say().stoppedTasks, (name) => [undo(reminder, name)]);
  },
});

export const resume = button({
  id: 'reminder_resume',
  role,
  value: Reminder,
  async press(reminder, { ledger, viewer }: By<ButtonServices>, args) {
    await ledger.unmute(reminder.id, viewer.userId);
    await replaceButtons(args, say().resumed, (name) => [stopButton(reminder, name)]);
  },
});

export function stopButton(reminder: Reminder, name: string): Button {
  const { stop: text, spokenOf } = say();
  return stop.show(reminder, { text, spoken: spokenOf(text, name) });
}

function undo(reminder: Reminder, name: string): Button {
  const { resume: text, spokenOf } = say();
  return resume.show(reminder, { text, spoken: spokenOf(text, name) });
}

function tasksToo(reminder: Reminder, name: string): Button {
  const { stopTasks: text, spokenOf } = say();
  return stopTasks.show(reminder, { text, spoken: spokenOf(text, name) });
}

const Shown = z.object({ ts: z.string(), text: z.string(), blocks: z.array(z.custom<KnownBlock>()) });

const saidId = 'reminder_said';

/** `buttons` makes them, given the name of the new hire or leaver. */
async function replaceButtons(args: ButtonArgs, said: string, buttons: (name: string) => Button[]) {
  const { action, body, client } = args;
  const { data: shown } = Shown.safeParse(body.message);
  const spoken = 'accessibility_label' in action ? String(action.accessibility_label) : '';
  const name = spoken.slice(spoken.indexOf(':') + 2);
  const isKept = ({ type, block_id }: KnownBlock) => type !== 'actions' && block_id !== saidId;
  if (!shown || !body.channel) return answerPrivately(args, say().title, said);
  const blocks = [
    ...shown.blocks.filter(isKept),
    { ...note(said), block_id: saidId },
    ...row(...buttons(name)),
  ];
  try {
    await updateMessage(client, { channel: body.channel.id, ts: shown.ts }, { text: shown.text, blocks });
  } catch (error) {
    if (slackCode(error) === undefined) throw error;
    await answerPrivately(args, say().title, said);
  }
}
