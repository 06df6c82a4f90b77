import type { Feature, FeatureDeps } from '../../feature.ts';
import { cut } from '../../slack/views/blocks.ts';
import { help, notUnderstood, settings, status } from './messages.ts';

/** `/frontdesk`: how things stand, and what can be done. */
export const helpFeature: Feature = {
  name: 'help',
  register(deps) {
    const { app, only, commands } = deps;
    app.command(commands.frontdesk, only('managers'), async ({ command, respond }) => {
      const text = await answerTo(command.text.trim(), deps);
      await respond({ response_type: 'ephemeral', text });
    });
  },
  home: (_viewer, { commands }) => ({
    blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text: help(commands) }] }],
  }),
};

async function answerTo(text: string, deps: FeatureDeps): Promise<string> {
  if (text === '' || /^help$/i.test(text)) return help(deps.commands);
  if (/^status$/i.test(text)) return status(await statusOf(deps));
  if (/^settings$/i.test(text)) return settings;
  return notUnderstood(cut(text, 200), deps.commands);
}

async function statusOf({ directory, ledger }: FeatureDeps) {
  const snapshot = directory.current();
  const { openCount } = await ledger.overview({ open: 1, ended: 1 });
  return {
    known: snapshot && {
      employees: snapshot.people.size,
      sequences: snapshot.sequences.length,
      readAt: new Date(snapshot.readAt),
    },
    trouble: ledger.trouble() ?? directory.trouble(),
    waiting: openCount,
  };
}
