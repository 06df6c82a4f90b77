import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import { explain } from '../../onboarding/outage.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { cut, markedNote } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

/** `/frontdesk`: status, help and pointers to App Home. */
export function helpFeature(deps: Bot): Feature {
  const { commands } = deps;
  return {
    listeners: [
      on.command(commands.frontdesk, 'managers', async ({ command, respond }, viewer) => {
        const text = await answerTo(command.text.trim(), deps, viewer);
        await respond({ response_type: 'ephemeral', text });
      }),
    ],
    settings: ({ role }) => [markedNote(say().help(commands, role))],
  };
}

async function answerTo(text: string, deps: Bot, viewer: Viewer) {
  const { commands } = deps;
  const { role } = viewer;
  const { help, notUnderstood, settings, setup, status } = say();
  if (text === '' || /^help$/i.test(text)) return help(commands, role);
  if (/^status$/i.test(text)) return status(await statusOf(deps, viewer), role);
  if (/^settings$/i.test(text)) return settings[role];
  if (/^setup$/i.test(text)) return setup[role];
  return notUnderstood(cut(text, 200), commands, role);
}

async function statusOf({ directory, ledger }: Bot, { userId, role }: Viewer) {
  const snapshot = directory.current();
  const waiting = await ledger.countOpen(role === 'hr' ? undefined : userId);
  const trouble = ledger.outage() ?? directory.trouble();
  return {
    known: snapshot && {
      employees: snapshot.count,
      sequences: snapshot.sequences.length,
      readAt: new Date(snapshot.readAt),
    },
    trouble: trouble && explain(trouble),
    waiting,
  };
}
