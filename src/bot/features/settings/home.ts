import type { Button, KnownBlock } from '@slack/types';
import { SequenceKind } from '../../../contract/sequence.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { explain } from '../../onboarding/outage.ts';
import { outcomePage } from '../../requests/result-views.ts';
import { type Field, selectField } from '../../slack/forms/field.ts';
import { modal } from '../../slack/modal.ts';
import { channelTrouble, isUnconfirmed } from '../../slack/posting/channels.ts';
import { alert, cut, escapeMrkdwn, fallback, mrkdwn, note, paragraph } from '../../slack/views/blocks.ts';
import { option } from '../../slack/views/view.ts';
import { connectionVariables } from '../../storage/connection.ts';
import { fixableNames, variableOf } from '../../storage/settings.ts';
import { connectionPage } from './connection.ts';
import { say } from './messages.ts';
import { pages } from './pages.ts';
import { accessText, shownValue } from './values.ts';

/** Sequences per page: Slack allows 100 blocks. */
const atOnce = 50;

const fieldOf = ({ id }: { id: number }) => `sequence_${id}`;

/** Kinds of the sequences whose kind the service doesn't report. */
export const sequencesPage = modal({
  id: 'settings_sequences',
  role: 'hr',
  facts: async ({ directory }: Bot) => ({ unsorted: directory.unsorted().slice(0, atOnce) }),
  title: () => say().formTitles.sequences,
  fields({ unsorted }): Record<string, Field<string, undefined>> {
    const names = say().sequences.kinds;
    const entries = () => SequenceKind.options.map((kind) => option(names[kind], kind));
    return Object.fromEntries(
      unsorted.map((one) => [fieldOf(one), selectField({ label: one.name, entries })]),
    );
  },
  open({ unsorted }) {
    const { all, intro } = say().sequences;
    return { above: [paragraph(unsorted.length > 0 ? intro : all)] };
  },
  submit: {
    text: ({ unsorted }) => (unsorted.length > 0 ? say().save : undefined),
    async run({ unsorted }, _metadata, values, { directory, kinds, changes, viewer }) {
      const { all, unsorted: someLeft } = say().sequences;
      let left = directory.unsorted().length;
      for (const sequence of unsorted) {
        const kind = SequenceKind.safeParse(values[fieldOf(sequence)]);
        if (!kind.success) continue;
        await kinds.sort(sequence, kind.data, viewer.userId);
        left -= 1;
      }
      // Never rejects.
      void directory.refresh().then(changes.tell);
      const line = left > 0 ? someLeft(left) : all;
      return outcomePage(say().formTitles.sequences, [alert('success', say().saved), paragraph(line)]);
    },
  },
});

/** Problems that HR has to fix; empty if everything is in order. */
export async function settingsTroubles(services: Bot): Promise<KnownBlock[]> {
  const { sequences, buttons, unreadable } = say();
  const names = services.settingsStore.unreadable().map((name) => unreadable.names[name]);
  const unsorted = services.directory.unsorted().length;
  const broken = services.connection.trouble();
  return [
    ...(broken === undefined ? [] : [mrkdwn(say().connection.broken(fallback(broken)))]),
    ...(await blockedTexts(services)).map((text) => mrkdwn(text)),
    ...(names.length > 0 ? [paragraph(unreadable.line(names))] : []),
    ...(unsorted > 0
      ? [
          {
            ...paragraph(sequences.unsorted(unsorted)),
            accessory: sequencesPage.button({}, { text: buttons.sequences }),
          },
        ]
      : []),
  ];
}

/** The current settings, each with the button to its page if something can be changed there. */
export async function settingsRows(services: Bot): Promise<KnownBlock[]> {
  const { organization, reminders, approval, allFixed, buttons } = say();
  const settings = services.settingsStore.current();
  const fixed = fixedVariables(services);
  const shown: Record<keyof typeof pages, string> = {
    access: accessText(settings),
    channels: say().channels.shown(shownValue('channels', settings), shownValue('privateChannel', settings)),
    organization: escapeMrkdwn(organization.shown(settings.timezone)),
    reminders: escapeMrkdwn(reminders(settings.reminders.wanted, settings.reminders)),
    approval: escapeMrkdwn(approval(settings.offboardingApproval)),
    texts: say().texts.shown,
  };
  const connect = connectionPage.button({}, { text: buttons.connection });
  return [
    rowOf(await connectionText(services), services.connection.rules.tokenIsFixed ? undefined : connect),
    ...Object.entries(pages).map(([key, page]) => {
      const name = key as keyof typeof pages;
      const isOpen = page.isOpen(services);
      return rowOf(shown[name], isOpen ? page.button({}, { text: buttons[name] }) : undefined);
    }),
    ...(fixed.length > 0 ? [note(allFixed(fixed))] : []),
  ];
}

function rowOf(text: string, button: Button | undefined): KnownBlock {
  return { ...mrkdwn(text), ...(button && { accessory: button }) };
}

function fixedVariables({ settingsStore, connection }: Bot): string[] {
  const { fixedUrl, tokenIsFixed } = connection.rules;
  return [
    ...(fixedUrl === undefined ? [] : [connectionVariables.url]),
    ...(tokenIsFixed ? [connectionVariables.token] : []),
    ...fixableNames.filter(settingsStore.isFixed).map(variableOf),
  ];
}

async function connectionText({ connection, directory }: Bot): Promise<string> {
  const { connection: sentences } = say();
  const current = connection.current();
  const unreadable = connection.trouble();
  if (unreadable !== undefined) return sentences.broken(fallback(unreadable));
  if (!current) return sentences.none;
  const trouble = directory.trouble();
  const state = trouble
    ? sentences.broken(explain(trouble))
    : sentences.connected(fallback(cut(current.url, 300)));
  if (connection.rules.tokenIsFixed) return state;
  const stored = await connection.describe();
  if (!stored) return state;
  if (stored.setBy === 'frontdesk') return `${state} ${sentences.byItself}`;
  if (Number.isNaN(Date.parse(stored.setAt))) return state;
  const by = stored.setBy === 'cli' ? sentences.byCommandLine : `<@${stored.setBy}>`;
  return `${state} ${sentences.setBy(by, dayIn('UTC', new Date(stored.setAt)))}`;
}

/** Blocked channels that are still in use. Those no longer chosen need no repair. */
async function blockedTexts(services: Bot): Promise<string[]> {
  const { channels, privateChannel } = services.settingsStore.current();
  const waiting = (await services.ledger.blockedChannels()).filter(
    ({ channel, code }) => channels.includes(channel) || isUnconfirmed(code),
  );
  const blocked = [...waiting, ...(await services.privateChannelTrouble())].slice(0, 10);
  return blocked.map((one) => channelTrouble({ ...one, isForHr: one.channel === privateChannel }));
}
