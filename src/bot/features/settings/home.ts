import type { KnownBlock } from '@slack/types';
import { dayIn } from '../../../time/dates.ts';
import type { HomePart, Viewer } from '../../feature.ts';
import { explain } from '../../onboarding/outage.ts';
import { channelTrouble, isUnconfirmed } from '../../slack/posting/channels.ts';
import { cut, fallback, header, mrkdwn, note, paragraph, plain } from '../../slack/views/blocks.ts';
import type { FixableName } from '../../storage/settings.ts';
import { say as sayApproval } from './approval/messages.ts';
import type { SettingsDeps } from './deps.ts';
import { accessText, fixedVariables, openForms, shownValue } from './form.ts';
import { type FormName, opens } from './ids.ts';
import { say } from './messages.ts';
import { say as sayReminders } from './reminders/messages.ts';

export async function homePart({ role }: Viewer, deps: SettingsDeps): Promise<HomePart> {
  if (role !== 'hr') return {};
  const approval = sayApproval(),
    { title, access, organization, sequences, allFixed } = say();
  const unsorted = deps.directory.unsorted().length;
  const fixed = fixedVariables(deps);
  return {
    blocks: [
      header(title),
      mrkdwn(await connectionText(deps)),
      mrkdwn(accessText(deps.settingsStore.current())),
      ...(deps.unknownIds().length > 0 ? [paragraph(access.unknownIds(deps.unknownIds()))] : []),
      mrkdwn(channelsText(deps)),
      ...(await blockedTexts(deps)).map((text) => mrkdwn(text)),
      ...unreadableTexts(deps).map((text) => paragraph(text)),
      paragraph(organization.shown(deps.settingsStore.current().timezone)),
      paragraph(remindersText(deps)),
      paragraph(approval.shown(deps.settingsStore.current().offboardingApproval)),
      ...(unsorted > 0 ? [paragraph(sequences.unsorted(unsorted))] : []),
      ...(fixed.length > 0 ? [note(allFixed(fixed))] : []),
      ...buttonRow(openForms(deps, unsorted)),
    ],
  };
}

/** A button for each form that can be changed. No row without buttons, since Slack rejects it. */
function buttonRow(names: readonly FormName[]): KnownBlock[] {
  const { buttons } = say();
  const elements = names.map((name) => ({
    type: 'button' as const,
    action_id: opens(name),
    text: plain(buttons[name]),
  }));
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}

function unreadableTexts({ settingsStore }: SettingsDeps): string[] {
  const { unreadable } = say();
  const names = settingsStore.unreadable().map((name) => unreadable.names[name]);
  return names.length > 0 ? [unreadable.line(names)] : [];
}

async function connectionText({ connection, directory }: SettingsDeps): Promise<string> {
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

function channelsText({ settingsStore }: SettingsDeps): string {
  const current = settingsStore.current();
  const value = (name: FixableName) => shownValue(name, current);
  return say().channels.shown(value('channels'), value('privateChannel'));
}

function remindersText({ settingsStore }: SettingsDeps): string {
  const current = settingsStore.current().reminders;
  return sayReminders().shown(current.wanted, current);
}

/** Blocked channels that are still in use. Those no longer chosen need no repair. */
async function blockedTexts(deps: SettingsDeps): Promise<string[]> {
  const { channels, privateChannel } = deps.settingsStore.current();
  const waiting = (await deps.ledger.blockedChannels()).filter(
    ({ channel, code }) => channels.includes(channel) || isUnconfirmed(code),
  );
  const blocked = [...waiting, ...(await deps.privateChannelTrouble())].slice(0, 10);
  return blocked.map((one) => channelTrouble({ ...one, isForHr: one.channel === privateChannel }));
}
