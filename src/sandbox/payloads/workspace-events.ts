import type { InstalledApp } from '../app/installed-app.ts';
import type { SandboxPerson } from '../workspace/people.ts';
import { userGroupObject, userObject } from '../workspace/user-object.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SlackEvent } from './events.ts';

/** The `user_change` event (docs.slack.dev/reference/events/user_change). `now` in milliseconds. */
export function userChange(app: InstalledApp, person: SandboxPerson, now: number): SlackEvent {
  const user = userObject(app, person, now, true);
  return { type: 'user_change', user, cache_ts: Math.floor(now / 1000) };
}

/** The `team_join` event (docs.slack.dev/reference/events/team_join). `now` in milliseconds. */
export function teamJoin(app: InstalledApp, person: SandboxPerson, now: number): SlackEvent {
  const user = userObject(app, person, now, true);
  return { type: 'team_join', user, cache_ts: Math.floor(now / 1000) };
}

type Changed = ReturnType<Workspace['changeUserGroup']>;

/**
 * Events for a changed user group (docs.slack.dev/reference/events/subteam_updated and …/subteam_members_changed).
 * `now` in milliseconds.
 */
export function userGroupChanges(app: InstalledApp, changed: Changed, now: number): SlackEvent[] {
  const { after } = changed;
  const seconds = Math.floor(now / 1000);
  const subteam = { ...userGroupObject(after, app.team.id), date_update: seconds, users: after.users };
  return [{ type: 'subteam_updated', subteam }, ...membersChanged(app, changed, seconds)];
}

function membersChanged({ team }: InstalledApp, { before, after }: Changed, seconds: number): SlackEvent[] {
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
