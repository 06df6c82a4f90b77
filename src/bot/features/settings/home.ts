import type { Button, KnownBlock } from '@slack/types';
import { dayIn } from '../../../time/dates.ts';
import type { HomePart, Viewer } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BlockedChannel } from '../../ledger/outbox/blocked.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { explain } from '../../onboarding/outage.ts';
import { channelTrouble, isUnconfirmed } from '../../slack/posting/channels.ts';
import { cut, fallback, header, mrkdwn, note, paragraph, row } from '../../slack/views/blocks.ts';
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

export async function homePart({ role }: Viewer, services: HomeServices): Promise<HomePart> {
  if (role !== 'hr') return {};
  const { title, access, organization, sequences, allFixed } = say();
  const settings = services.settingsStore.current();
  const unsorted = services.directory.unsorted().length;
  const fixed = fixedVariables(services);
  return {
    blocks: [
      header(title),
      mrkdwn(await connectionText(services)),
      mrkdwn(accessText(settings)),
      ...(services.unknownIds().length > 0 ? [paragraph(access.unknownIds(services.unknownIds()))] : []),
      mrkdwn(channelsText(settings)),
      ...(await blockedTexts(services)).map((text) => mrkdwn(text)),
      ...unreadableTexts(services).map((text) => paragraph(text)),
      paragraph(organization.shown(settings.timezone)),
      paragraph(saySaved().reminders(settings.reminders.wanted, settings.reminders)),
      paragraph(saySaved().approval(settings.offboardingApproval)),
      ...(unsorted > 0 ? [paragraph(sequences.unsorted(unsorted))] : []),
      ...(fixed.length > 0 ? [note(allFixed(fixed))] : []),
      ...buttonRow(services, unsorted),
    ],
  };
}

/** A button for each page with something to change. */
function buttonRow({ connection, settingsStore }: HomeServices, unsorted: number): KnownBlock[] {
  const { buttons } = say();
  const open = Object.entries(pages).filter(([, page]) => page.isOpen(settingsStore));
  const elements: Button[] = [
    ...(connection.rules.tokenIsFixed ? [] : [connectionPage.button({}, { text: buttons.connection })]),
    ...open.map(([name, page]) => page.button({}, { text: buttons[name as keyof typeof pages] })),
    ...(unsorted > 0 ? [sequencesPage.button({}, { text: buttons.sequences })] : []),
  ];
  return row(...elements);
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
