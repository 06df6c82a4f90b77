import type { Language } from '../../../language.ts';
import type { CommandNames, Feature, ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { explain } from '../../onboarding/explain.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { cut } from '../../slack/views/blocks.ts';
import { words } from './words.ts';

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
      app.command(commands.frontdesk, only('managers'), async ({ command, respond, context }) => {
        const text = await answerTo(command.text.trim(), deps, languageIn(context));
        await respond({ response_type: 'ephemeral', text });
      });
    },
    home: ({ language }) => ({
      blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text: words[language].help(commands) }] }],
    }),
  };
}

async function answerTo(text: string, deps: HelpDeps, language: Language) {
  const { commands } = deps;
  const { help, notUnderstood, settings, status } = words[language];
  if (text === '' || /^help$/i.test(text)) return help(commands);
  if (/^status$/i.test(text)) return status(await statusOf(deps, language));
  if (/^settings$/i.test(text)) return settings;
  return notUnderstood(cut(text, 200), commands);
}

async function statusOf({ directory, ledger }: HelpDeps, language: Language) {
  const snapshot = directory.current();
  const { openCount } = await ledger.overview({ open: 1, ended: 1 });
  const trouble = ledger.outage() ?? directory.trouble();
  return {
    known: snapshot && {
      employees: snapshot.people.size,
      sequences: snapshot.sequences.length,
      readAt: new Date(snapshot.readAt),
    },
    trouble: trouble && explain(trouble, language),
    waiting: openCount,
  };
}
