import type { Button, KnownBlock } from '@slack/types';
import { dayIn } from '../../../time/dates.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BlockedChannel } from '../../ledger/outbox/blocked.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { explain } from '../../onboarding/outage.ts';
import { channelTrouble, isUnconfirmed } from '../../slack/posting/channels.ts';
import { cut, escapeMrkdwn, fallback, mrkdwn, note, paragraph } from '../../slack/views/blocks.ts';
import { type ConnectionRules, type ConnectionStore, connectionVariables } from '../../storage/connection.ts';
import { fixableNames, type Settings, type SettingsStore, variableOf } from '../../storage/settings.ts';
import { connectionPage } from './connection.ts';
import { say } from './messages.ts';
import { pages } from './pages.ts';
import { say as saySaved } from './saved-messages.ts';
import { sequencesPage } from './sequences.ts';
import { accessText, shownValue } from './shown.ts';

export interface HomeServices {
  settingsStore: SettingsStore;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'> & { rules: ConnectionRules };
  directory: Pick<Directory, 'trouble' | 'unsorted'>;
  ledger: Pick<Ledger, 'blockedChannels'>;
  unknownIds(): readonly string[];
  privateChannelTrouble(): Promise<BlockedChannel[]>;
}

/** Problems that HR has to fix; empty if everything is in order. */
export async function settingsTroubles(services: HomeServices): Promise<KnownBlock[]> {
  const { access, sequences, buttons } = say();
  const unsorted = services.directory.unsorted().length;
  const broken = services.connection.trouble();
  return [
    ...(broken === undefined ? [] : [mrkdwn(say().connection.broken(fallback(broken)))]),
    ...(services.unknownIds().length > 0 ? [paragraph(access.unknownIds(services.unknownIds()))] : []),
    ...(await blockedTexts(services)).map((text) => mrkdwn(text)),
    ...unreadableTexts(services).map((text) => paragraph(text)),
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
export async function settingsRows(services: HomeServices): Promise<KnownBlock[]> {
  const { organization, allFixed, buttons } = say();
  const settings = services.settingsStore.current();
  const { reminders, approval } = saySaved();
  const fixed = fixedVariables(services);
  const shown: Record<keyof typeof pages, string> = {
    access: accessText(settings),
    channels: channelsText(settings),
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
      const isOpen = page.isOpen(services.settingsStore);
      return rowOf(shown[name], isOpen ? page.button({}, { text: buttons[name] }) : undefined);
    }),
    ...(fixed.length > 0 ? [note(allFixed(fixed))] : []),
  ];
}

function rowOf(text: string, button: Button | undefined): KnownBlock {
  return { ...mrkdwn(text), ...(button && { accessory: button }) };
}

function fixedVariables({ settingsStore, connection }: HomeServices): string[] {
  const { fixedUrl, tokenIsFixed } = connection.rules;
  return [
    ...(fixedUrl === undefined ? [] : [connectionVariables.url]),
    ...(tokenIsFixed ? [connectionVariables.token] : []),
    ...fixableNames.filter(settingsStore.isFixed).map(variableOf),
  ];
}

function unreadableTexts({ settingsStore }: HomeServices): string[] {
  const { unreadable } = say();
  const names = settingsStore.unreadable().map((name) => unreadable.names[name]);
  return names.length > 0 ? [unreadable.line(names)] : [];
}

async function connectionText({ connection, directory }: HomeServices): Promise<string> {
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

function channelsText(current: Settings): string {
  return say().channels.shown(shownValue('channels', current), shownValue('privateChannel', current));
}

/** Blocked channels that are still in use. Those no longer chosen need no repair. */
async function blockedTexts(services: HomeServices): Promise<string[]> {
  const { channels, privateChannel } = services.settingsStore.current();
  const waiting = (await services.ledger.blockedChannels()).filter(
    ({ channel, code }) => channels.includes(channel) || isUnconfirmed(code),
  );
  const blocked = [...waiting, ...(await services.privateChannelTrouble())].slice(0, 10);
  return blocked.map((one) => channelTrouble({ ...one, isForHr: one.channel === privateChannel }));
}
