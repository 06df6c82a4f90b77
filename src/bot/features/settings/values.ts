import { isGroup, isPerson } from '../../slack/ids.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';
import type { FixableName, Settings } from '../../storage/settings.ts';
import { say } from './messages.ts';

/** The value of a setting, in mrkdwn. */
export function shownValue(name: FixableName, settings: Settings): string {
  const { access, channels, organization, yesOrNo } = say();
  if (name === 'hr' || name === 'managers') return peopleIn(settings[name]) || access.none;
  if (name === 'channels') return channelsIn(settings.channels) || channels.none;
  if (name === 'privateChannel')
    return channelsIn(settings.privateChannel ? [settings.privateChannel] : []) || channels.noPrivate;
  if (name === 'offboardingApproval') return yesOrNo(settings.offboardingApproval);
  return escapeMrkdwn(settings[name] ?? organization.none);
}

const mostNames = 50;

function listed(mentions: readonly string[]): string {
  const more = mentions.length - mostNames;
  return [...mentions.slice(0, mostNames), ...(more > 0 ? [say().more(more)] : [])].join(', ');
}

/** People and groups in mrkdwn, with a limit. Skips malformed ids, which Slack would show as raw text. */
function peopleIn(ids: readonly string[]): string {
  const known = ids.filter((id) => isPerson(id) || isGroup(id));
  return listed(known.map((id) => (isGroup(id) ? `<!subteam^${id}>` : `<@${id}>`)));
}

export function channelsIn(ids: readonly string[]): string {
  return listed(ids.map((id) => `<#${id}>`));
}

/** People with access, in mrkdwn. If both lists are empty, that is the workspace's owners and admins. */
export function accessText({ hr, managers }: Pick<Settings, 'hr' | 'managers'>): string {
  const { shown, admins, none } = say().access;
  const nobodyNamed = hr.length === 0 && managers.length === 0;
  return shown(peopleIn(hr) || (nobodyNamed ? admins : none), peopleIn(managers) || none);
}
