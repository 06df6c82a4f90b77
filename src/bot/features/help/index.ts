import type { CommandNames, Feature, ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { cut } from '../../slack/views/blocks.ts';
import { help, notUnderstood, settings, status } from './messages.ts';

interface HelpDeps extends ListenerDeps {
  commands: CommandNames;
  ledger: Pick<Ledger, 'overview' | 'outage'>;
  directory: Pick<Directory, 'current' | 'trouble'>;
}

/** `/frontdesk`: how things stand, and what can be done. */
export function helpFeature(deps: HelpDeps): Feature {
  const { app, only, commands } = deps;
  return {
    register() {
      app.command(commands.frontdesk, only('managers'), async ({ command, respond }) => {
        const text = await answerTo(command.text.trim(), deps);
        await respond({ response_type: 'ephemeral', text });
      });
    },
    home: () => ({ blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text: help(commands) }] }] }),
  };
}

async function answerTo(text: string, { commands, ...deps }: Omit<HelpDeps, keyof ListenerDeps>) {
  if (text === '' || /^help$/i.test(text)) return help(commands);
  if (/^status$/i.test(text)) return status(await statusOf(deps));
  if (/^settings$/i.test(text)) return settings;
  return notUnderstood(cut(text, 200), commands);
}

async function statusOf({ directory, ledger }: Pick<HelpDeps, 'directory' | 'ledger'>) {
  const snapshot = directory.current();
  const { openCount } = await ledger.overview({ open: 1, ended: 1 });
  return {
    known: snapshot && {
      employees: snapshot.people.size,
      sequences: snapshot.sequences.length,
      readAt: new Date(snapshot.readAt),
    },
    trouble: ledger.outage() ?? directory.trouble(),
    waiting: openCount,
  };
}
