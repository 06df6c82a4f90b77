import { z } from 'zod';

const flag = z.boolean().exactOptional();

/** A person, as the one who starts the sandbox describes them. */
export const SandboxPerson = z.strictObject({
  id: z.string().regex(/^U[A-Z0-9]+$/, 'must be a user ID: U, then capital letters or digits'),
  /** The handle, as in "@alice": letters, digits, dots. */
  name: z.string().regex(/^[\w.-]+$/),
  realName: z.string().min(1),
  email: z.string(),
  /** IANA name. */
  timezone: z.string(),
  /** Their language and country, such as `de-DE`; `en-US` where nothing is said. */
  locale: z.string().exactOptional(),
  /** What they do in the company, as in their profile. */
  title: z.string().exactOptional(),
  isAdmin: flag,
  isOwner: flag,
  /** A multi-channel guest. */
  isGuest: flag,
  /** A single-channel guest. */
  isUltraGuest: flag,
  isBot: flag,
  isDeleted: flag,
  /** From another workspace, met in a shared channel. */
  isStranger: flag,
});
export type SandboxPerson = z.infer<typeof SandboxPerson>;

/** A user group; its id is "S…". */
export const SandboxUserGroup = z.strictObject({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  users: z.array(z.string()),
});
export type SandboxUserGroup = z.infer<typeof SandboxUserGroup>;

/** A user group as `usergroups.list` and events about it show it. */
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

export const strangersTeam = 'T0STRANGERS';

/** A person as `users.info` shows them; the address only to apps with the scope for it, the locale where it is asked for. */
export function userObject(
  person: SandboxPerson,
  teamId: string,
  now: number,
  { withEmail, withLocale }: { withEmail: boolean; withLocale: boolean },
) {
  const team = person.isStranger ? strangersTeam : teamId;
  return {
    id: person.id,
    team_id: team,
    name: person.name,
    deleted: person.isDeleted ?? false,
    real_name: person.realName,
    ...(withLocale && { locale: person.locale ?? 'en-US' }),
    tz: person.timezone,
    tz_label: person.timezone,
    tz_offset: offsetSeconds(person.timezone, now),
    profile: {
      real_name: person.realName,
      real_name_normalized: person.realName,
      display_name: person.name,
      display_name_normalized: person.name,
      title: person.title ?? '',
      first_name: person.realName.split(' ')[0],
      last_name: person.realName.split(' ').slice(1).join(' '),
      ...(withEmail && !person.isBot && { email: person.email }),
      team,
    },
    ...(!person.isDeleted && rights(person)),
    is_bot: person.isBot ?? false,
    is_app_user: false,
    updated: Math.floor(now / 1000),
    is_email_confirmed: true,
  };
}

/** Slack leaves these out for deactivated people. */
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

function offsetSeconds(zone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(now);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
