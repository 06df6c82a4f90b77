import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { Wording } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { lateness, type PlannedAbout } from '../../plan/plan.ts';
import { type By, button } from '../../slack/button.ts';
import { isPerson } from '../../slack/ids.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { updateMessage } from '../../slack/posting/post.ts';
import { cut, note, row } from '../../slack/views/blocks.ts';
import { slackCode } from '../../slack/web-client.ts';
import { say } from './messages.ts';

/** The reminder's request, and the purpose that tells its messages apart. */
const Reminder = z.object({ id: z.string(), purpose: z.string() });
type Reminder = z.infer<typeof Reminder>;

/** A buddy may have no access to Frontdesk, and the buttons concern only the person who presses them. */
const role = 'members';

export const stop = button({
  id: 'reminder_stop',
  role,
  value: Reminder,
  async press(reminder, { ledger, additions, viewer }: By<Bot>, args) {
    const ids = await idsIn(reminder, ledger);
    for (const id of ids) await ledger.mute(id, viewer.userId, 'reminders');
    const buttons: Name[] = additions.known().has('tasks') ? ['resume', 'stopTasks'] : ['resume'];
    await replaceButtons(args, say().stopped(ids.length), buttons, reminder);
  },
});

export const stopTasks = button({
  id: 'reminder_stop_tasks',
  role,
  value: Reminder,
  async press(reminder, { ledger, viewer }: By<Bot>, args) {
    const ids = await idsIn(reminder, ledger);
    for (const id of ids) await ledger.mute(id, viewer.userId, 'tasks');
    await replaceButtons(args, say().stoppedTasks(ids.length), ['resume'], reminder);
  },
});

export const resume = button({
  id: 'reminder_resume',
  role,
  value: Reminder,
  async press(reminder, { ledger, viewer }: By<Bot>, args) {
    const ids = await idsIn(reminder, ledger);
    for (const id of ids) await ledger.unmute(id, viewer.userId);
    await replaceButtons(args, say().resumed(ids.length), ['stop'], reminder);
  },
});

/** Requests that the reminder is about. */
async function idsIn({ id, purpose }: Reminder, ledger: Bot['ledger']): Promise<string[]> {
  const others = await ledger.saidWith(id, purpose);
  return [id, ...others.map((other) => other.id)];
}

type Name = 'stop' | 'stopTasks' | 'resume';

/** @param name of the new hire or leaver, or their number */
function reminderButton(which: Name, reminder: Reminder, name: string): Button {
  const { [which]: text } = say();
  return { stop, stopTasks, resume }[which].show(reminder, { text, spoken: `${text}: ${name}` });
}

const Shown = z.object({ ts: z.string(), text: z.string(), blocks: z.array(z.custom<KnownBlock>()) });

const saidId = 'reminder_said';

async function replaceButtons(
  args: ButtonArgs,
  said: string,
  buttons: readonly Name[],
  reminder: Reminder,
): Promise<void> {
  const { action, body, client } = args;
  const { data: shown } = Shown.safeParse(body.message);
  const spoken = 'accessibility_label' in action ? String(action.accessibility_label) : '';
  const name = spoken.slice(spoken.indexOf(':') + 2);
  const isKept = ({ type, block_id }: KnownBlock) => type !== 'actions' && block_id !== saidId;
  if (!shown || !body.channel) return answerPrivately(args, say().title, said);
  const blocks = [
    ...shown.blocks.filter(isKept),
    { ...note(said), block_id: saidId },
    ...row(...buttons.map((which) => reminderButton(which, reminder, name))),
  ];
  try {
    await updateMessage(client, { channel: body.channel.id, ts: shown.ts }, { text: shown.text, blocks });
  } catch (error) {
    if (slackCode(error) === undefined) throw error;
    await answerPrivately(args, say().title, said);
  }
}

interface Reminding {
  about: PlannedAbout;
  /** One, or those of an import. */
  requests: readonly [Request, ...Request[]];
  now: Date;
  target: string;
  purpose: string;
}

/** Adds to a reminder that it comes late, and a person's button that stops reminders. */
export function framed(wording: Wording, { about, requests, now, target, purpose }: Reminding): Wording {
  const [{ id, context }] = requests;
  const name = requests.length === 1 ? cut(context.personName, 50) : say().people(requests.length);
  return {
    text: wording.text,
    blocks: [
      ...wording.blocks,
      ...lateness(new Date(about.due), now, about.zone).map(note),
      ...(isPerson(target) ? row(reminderButton('stop', { id, purpose }, name)) : []),
    ],
  };
}
