import type { InstalledApp } from '../app/installed-app.ts';
import {
  type SandboxPerson,
  type SandboxUserGroup,
  userGroupObject,
  userObject,
} from '../workspace/people.ts';
import type { SlackEvent } from './events.ts';

/** What Slack tells of a changed person (docs.slack.dev/reference/events/user_change). `now` in milliseconds. */
export function userChange(app: InstalledApp, person: SandboxPerson, now: number): SlackEvent {
  const user = userObject(person, app.team.id, now, {
    withEmail: app.scopes.has('users:read.email'),
    withLocale: true,
  });
  return { type: 'user_change', user, cache_ts: Math.floor(now / 1000) };
}

/**
 * What Slack tells of a changed user group: that it was updated, and who came and went
 * (docs.slack.dev/reference/events/subteam_updated and …/subteam_members_changed). Neither event is of a person.
 */
export function userGroupChanges(
  app: InstalledApp,
  { before, after }: { before: SandboxUserGroup; after: SandboxUserGroup },
  now: number,
): SlackEvent[] {
  const seconds = Math.floor(now / 1000);
  return [updated(app, after, seconds), ...membersChanged(app, before, after, seconds)];
}

function updated({ team }: InstalledApp, group: SandboxUserGroup, date_update: number): SlackEvent {
  const { users } = group;
  return { type: 'subteam_updated', subteam: { ...userGroupObject(group, team.id), date_update, users } };
}

function membersChanged(
  { team }: InstalledApp,
  before: SandboxUserGroup,
  after: SandboxUserGroup,
  seconds: number,
): SlackEvent[] {
  const added_users = after.users.filter((id) => !before.users.includes(id));
  const removed_users = before.users.filter((id) => !after.users.includes(id));
  if (added_users.length + removed_users.length === 0) return [];
  const event = {
    type: 'subteam_members_changed',
    subteam_id: after.id,
    team_id: team.id,
    date_previous_update: seconds,
    date_update: seconds,
    ...(added_users.length > 0 && { added_users, added_users_count: added_users.length }),
    ...(removed_users.length > 0 && { removed_users, removed_users_count: removed_users.length }),
  };
  return [event];
}
