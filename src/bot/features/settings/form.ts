import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { outcomePage } from '../../requests/result-views.ts';
import type { OpenView } from '../../slack/incoming/origin.ts';
import { alert, escapeMrkdwn, mrkdwn, plain } from '../../slack/views/blocks.ts';
import { isUntouched } from '../../slack/views/view.ts';
import type { FixableName, SettingName, Settings } from '../../storage/settings.ts';
import { say as sayApproval } from './approval/messages.ts';
import type { SettingsDeps } from './deps.ts';
import { callbackId, type FormName, formNames } from './ids.ts';
import { say } from './messages.ts';

export function settingsForm(
  name: FormName,
  blocks: readonly KnownBlock[],
  submit: string = say().save,
): ModalView {
  const { formTitles, cancel } = say();
  const canBeSent = blocks.some(({ type }) => type === 'input');
  return {
    type: 'modal',
    callback_id: callbackId(name),
    title: plain(formTitles[name]),
    ...(canBeSent && { submit: plain(submit) }),
    close: plain(cancel),
    blocks: [...blocks],
  };
}

interface SettingFields<Values> {
  names: readonly FixableName[];
  blocks(values: Values, offered: undefined): readonly InputBlock[];
}

/** Fields named after the settings they hold; fixed settings become notes. @param values initial values */
export function settingBlocks<Values>(
  fields: SettingFields<Values>,
  values: Values,
  { settingsStore }: SettingsDeps,
): KnownBlock[] {
  const current = settingsStore.current();
  return fields.blocks(values, undefined).map((block, at) => {
    const name = fields.names[at];
    if (!name || !settingsStore.isFixed(name)) return block;
    const value = shownValue(name, current);
    return fixedNote({ label: block.label.text, value, variable: variables[name] });
  });
}

/** The page after saving. @param lines current values in mrkdwn, including changes by others */
export function savedPage(name: FormName, lines: readonly string[]): ModalView {
  const { formTitles, saved } = say();
  return outcomePage(formTitles[name], [alert('success', saved), ...lines.map(mrkdwn)]);
}

interface SentForm extends Pick<OpenView, 'blocks'> {
  state: { values: unknown };
}

/**
 * An unchanged setting isn't saved, since others may have changed it while the form was open. An unreadable
 * one is always saved, which repairs it.
 */
export function isLeft(
  name: SettingName,
  ids: readonly string[],
  sent: SentForm,
  { settingsStore }: Pick<SettingsDeps, 'settingsStore'>,
): boolean {
  return !settingsStore.unreadable().includes(name) && ids.every((id) => isUntouched(sent, id));
}

export const variables: Record<FixableName, string> = {
  hr: 'FRONTDESK_HR',
  managers: 'FRONTDESK_MANAGERS',
  channels: 'FRONTDESK_CHANNELS',
  privateChannel: 'FRONTDESK_PRIVATE_CHANNEL',
  timezone: 'FRONTDESK_TIMEZONE',
  offboardingApproval: 'FRONTDESK_OFFBOARDING_APPROVAL',
  profileUrl: 'ONBOARDING_PROFILE_URL',
};
export const connectionVariables = { url: 'ONBOARDING_URL', token: 'ONBOARDING_API_TOKEN' } as const;

const settingsIn: Partial<Record<FormName, readonly FixableName[]>> = {
  access: ['hr', 'managers'],
  channels: ['channels', 'privateChannel'],
  organization: ['timezone', 'profileUrl'],
};

export function openForms({ settingsStore, connection }: SettingsDeps, unsorted: number): FormName[] {
  return formNames.filter((name) => {
    if (name === 'connection') return !connection.rules.tokenIsFixed;
    if (name === 'sequences') return unsorted > 0;
    return settingsIn[name]?.some((setting) => !settingsStore.isFixed(setting)) ?? true;
  });
}

export function fixedVariables({ settingsStore, connection }: SettingsDeps): string[] {
  const { fixedUrl, tokenIsFixed } = connection.rules;
  const names = Object.keys(variables) as FixableName[];
  return [
    ...(fixedUrl === undefined ? [] : [connectionVariables.url]),
    ...(tokenIsFixed ? [connectionVariables.token] : []),
    ...names.filter((name) => settingsStore.isFixed(name)).map((name) => variables[name]),
  ];
}

export function fixedNote({
  label,
  value,
  variable,
}: {
  label: string;
  value: string;
  variable: string;
}): KnownBlock {
  const text = `${escapeMrkdwn(label)}: ${value}\n${say().fixed(variable)}`;
  return mrkdwn(text);
}

function present(channel: string | undefined): string[] {
  return channel === undefined ? [] : [channel];
}

const mostNames = 50;

export function shownValue(name: FixableName, settings: Settings): string {
  const approval = sayApproval(),
    { access, channels, organization } = say();
  if (name === 'hr' || name === 'managers') return peopleIn(settings[name]) || access.none;
  if (name === 'channels') return channelsIn(settings.channels) || channels.none;
  if (name === 'privateChannel') return channelsIn(present(settings.privateChannel)) || channels.noPrivate;
  if (name === 'offboardingApproval') return approval.value(settings.offboardingApproval);
  return escapeMrkdwn(settings[name] ?? organization.none);
}

/** People and groups in mrkdwn, with a limit. Skips malformed ids, which Slack would show as raw text. */
export function peopleIn(ids: readonly string[]): string {
  const { more } = say();
  const known = ids.filter((id) => /^[USW]/.test(id));
  const named = known.slice(0, mostNames).map((id) => (id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`));
  return [...named, ...(known.length > mostNames ? [more(known.length - mostNames)] : [])].join(', ');
}

export function channelsIn(ids: readonly string[]): string {
  const { more } = say();
  const named = ids.slice(0, mostNames).map((id) => `<#${id}>`);
  return [...named, ...(ids.length > mostNames ? [more(ids.length - mostNames)] : [])].join(', ');
}

/** People with access, in mrkdwn. If both lists are empty, that is the workspace's owners and admins. */
export function accessText({ hr, managers }: Pick<Settings, 'hr' | 'managers'>): string {
  const { shown, admins, none } = say().access;
  const nobodyNamed = hr.length === 0 && managers.length === 0;
  return shown(peopleIn(hr) || (nobodyNamed ? admins : none), peopleIn(managers) || none);
}
