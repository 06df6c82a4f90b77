import type { Button, KnownBlock } from '@slack/types';
import { dayIn, formatDay } from '../../../time/dates.ts';
import type { HomePart, Viewer } from '../../feature.ts';
import { explain } from '../../onboarding/explain.ts';
import { channelTrouble, isUnconfirmed } from '../../slack/posting/channel-trouble.ts';
import { cut, fallback, header, paragraph, plain } from '../../slack/views/blocks.ts';
import type { SettingsDeps, StoreDeps } from './deps.ts';
import { type FormName, opens } from './ids.ts';
import * as messages from './messages.ts';
import { unsortedSequences } from './sequences.ts';

type ConnectionDeps = Pick<SettingsDeps, 'connection' | 'directory'>;
type ChannelDeps = StoreDeps & Pick<SettingsDeps, 'ledger' | 'privateChannelTrouble'>;
type HomePartDeps = ConnectionDeps & ChannelDeps & Pick<SettingsDeps, 'unknownIds'>;

/** What HR can look up and change. */
export async function homePart({ role }: Viewer, deps: HomePartDeps): Promise<HomePart> {
  if (role !== 'hr') return {};
  const unsorted = unsortedSequences(deps).length;
  return {
    blocks: [
      header(messages.title),
      mrkdwn(await connectionText(deps)),
      mrkdwn(accessText(deps)),
      ...(deps.unknownIds().length > 0 ? [paragraph(messages.access.unknownIds(deps.unknownIds()))] : []),
      mrkdwn(channelsText(deps)),
      ...(await blockedTexts(deps)).map(mrkdwn),
      ...unreadableTexts(deps).map((text) => paragraph(text)),
      paragraph(messages.organization.shown(deps.settingsStore.current().timezone)),
      ...(unsorted > 0 ? [paragraph(messages.sequences.unsorted(unsorted))] : []),
      {
        type: 'actions',
        elements: [
          ...(['connection', 'access', 'channels', 'organization'] as const).map(button),
          ...(unsorted > 0 ? [button('sequences')] : []),
        ],
      },
    ],
  };
}

/** Until it is saved once more. */
function unreadableTexts({ settingsStore }: StoreDeps): string[] {
  const names = settingsStore.unreadable().map((name) => messages.unreadable.names[name]);
  return names.length > 0 ? [messages.unreadable.line(names)] : [];
}

function button(name: FormName): Button {
  return { type: 'button', action_id: opens(name), text: plain(messages.buttons[name]) };
}

/** What somebody typed stands in it escaped alone. */
function mrkdwn(text: string): KnownBlock {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

async function connectionText({ connection, directory }: ConnectionDeps): Promise<string> {
  const words = messages.connection;
  const current = connection.current();
  const unreadable = connection.trouble();
  if (unreadable) return words.broken(fallback(unreadable.message));
  if (!current) return words.none;
  const trouble = directory.trouble();
  const state = trouble ? words.broken(explain(trouble)) : words.connected(fallback(cut(current.url, 300)));
  if (connection.rules.tokenIsFixed) return `${state} ${messages.fixed}`;
  const stored = await connection.describe();
  if (!stored) return state;
  if (stored.setBy === 'frontdesk') return `${state} ${words.byItself}`;
  if (Number.isNaN(Date.parse(stored.setAt))) return state;
  const by = stored.setBy === 'cli' ? words.byCommandLine : `<@${stored.setBy}>`;
  return `${state} ${words.setBy(by, formatDay(dayIn('UTC', new Date(stored.setAt))))}`;
}

function accessText({ settingsStore }: StoreDeps): string {
  const { hr, managers } = settingsStore.current();
  const words = messages.access;
  const nobodyNamed = hr.length === 0 && managers.length === 0;
  const names = (ids: readonly string[]) =>
    ids
      .filter((id) => /^[USW]/.test(id))
      .slice(0, 50)
      .map((id) => (id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`))
      .join(', ');
  return words.shown(names(hr) || (nobodyNamed ? words.admins : words.none), names(managers) || words.none);
}

function channelsText({ settingsStore }: StoreDeps): string {
  const { channels, privateChannel } = settingsStore.current();
  const words = messages.channels;
  const name = (id: string) => `<#${id}>`;
  return words.shown(
    channels.slice(0, 50).map(name).join(', ') || words.none,
    privateChannel === undefined ? words.none : name(privateChannel),
  );
}

/** Of channels that are not chosen any more nobody has to mend anything. */
async function blockedTexts(deps: ChannelDeps): Promise<string[]> {
  const { channels, privateChannel } = deps.settingsStore.current();
  const chosen = new Set(channels);
  const waiting = (await deps.ledger.blockedChannels()).filter(
    ({ channel, code }) => chosen.has(channel) || isUnconfirmed(code),
  );
  const blocked = [...waiting, ...(await deps.privateChannelTrouble())].slice(0, 10);
  return blocked.map((one) => channelTrouble({ ...one, isForHr: one.channel === privateChannel }));
}
