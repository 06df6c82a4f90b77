import type { InstalledApp } from '../app.ts';
import type { Message } from './channels.ts';
import type { SandboxPerson, SandboxUserGroup } from './workspace.ts';

export function userGroupObject({ id, handle, name, users }: SandboxUserGroup, teamId: string) {
  return {
    id,
    team_id: teamId,
    is_usergroup: true,
    name,
    handle,
    description: '',
    is_external: false,
    date_delete: 0,
    user_count: users.length,
  };
}

/** A person's workspace id: another company's for strangers from shared channels. */
export function teamOf({ team }: InstalledApp, person: SandboxPerson): string {
  return person.isStranger ? 'T0STRANGERS' : team.id;
}

/** A person in the shape of `users.info`; the email only for apps with its scope. `now` in milliseconds. */
export function userObject(app: InstalledApp, person: SandboxPerson, now: number, withLocale: boolean) {
  const team = teamOf(app, person);
  const withEmail = app.scopes.has('users:read.email');
  return {
    id: person.id,
    team_id: team,
    name: person.name,
    deleted: person.isDeleted ?? false,
    ...(withLocale && { locale: person.locale ?? 'en-US' }),
    profile: {
      real_name: person.realName,
      real_name_normalized: person.realName,
      display_name: person.name,
      display_name_normalized: person.name,
      title: person.title ?? '',
      first_name: person.firstName ?? person.realName.split(' ')[0],
      last_name: person.lastName ?? person.realName.split(' ').slice(1).join(' '),
      ...(withEmail && !person.isBot && { email: person.email }),
      team,
    },
    ...(!person.isDeleted && { real_name: person.realName, tz: person.timezone, ...rights(person) }),
    is_bot: person.isBot ?? false,
    is_app_user: false,
    updated: Math.floor(now / 1000),
    is_email_confirmed: true,
  };
}

/** Slack omits these for deactivated people. */
function rights(person: SandboxPerson) {
  return {
    is_admin: (person.isAdmin || person.isOwner) ?? false,
    is_owner: person.isOwner ?? false,
    is_primary_owner: false,
    is_restricted: (person.isGuest || person.isUltraGuest) ?? false,
    is_ultra_restricted: person.isUltraGuest ?? false,
    ...(person.isStranger && { is_stranger: true }),
  };
}

export function messageObject(message: Message, app: InstalledApp) {
  return {
    type: 'message',
    user: message.from.id,
    ts: message.ts,
    text: message.text,
    team: app.team.id,
    ...(message.from.isApp && { bot_id: app.botId, app_id: app.id }),
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.isEdited && { edited: { user: message.from.id, ts: message.ts } }),
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...(message.isBroadcast && { subtype: 'thread_broadcast' }),
    ...(message.metadata !== undefined && { metadata: message.metadata }),
    ...(message.files && { files: message.files, upload: false }),
  };
}

export function appSender({ botUserId, botName }: InstalledApp): Message['from'] {
  return { id: botUserId, name: botName, isApp: true };
}
