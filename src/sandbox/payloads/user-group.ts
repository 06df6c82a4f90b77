import type { Payload } from '../delivery/payload.ts';
import type { Slack } from '../slack.ts';
import { type SandboxUserGroup, userGroupObject } from '../workspace/people.ts';
import { eventPayload } from './event.ts';

/**
 * What Slack tells of a changed user group, as far as the app asked for it: that it was updated, and who came and went
 * (docs.slack.dev/reference/events/subteam_updated and …/subteam_members_changed). Neither event is of a person.
 */
export function userGroupPayloads(
  slack: Slack,
  before: SandboxUserGroup,
  after: SandboxUserGroup,
): Payload[] {
  return [updated(slack, after), ...membersChanged(slack, before, after)]
    .filter(({ type }) => slack.app.events.has(type))
    .map((event) => eventPayload(slack, { ...event, event_ts: slack.ids.ts() }));
}

function updated({ workspace, clock }: Slack, group: SandboxUserGroup) {
  const { users } = group;
  const date_update = Math.floor(clock.now() / 1000);
  const subteam = { ...userGroupObject(group, workspace.team.id), date_update, users };
  return { type: 'subteam_updated', subteam };
}

function membersChanged({ workspace, clock }: Slack, before: SandboxUserGroup, after: SandboxUserGroup) {
  const added_users = after.users.filter((id) => !before.users.includes(id));
  const removed_users = before.users.filter((id) => !after.users.includes(id));
  if (added_users.length + removed_users.length === 0) return [];
  const now = Math.floor(clock.now() / 1000);
  const event = {
    type: 'subteam_members_changed',
    subteam_id: after.id,
    team_id: workspace.team.id,
    date_previous_update: now,
    date_update: now,
    ...(added_users.length > 0 && { added_users, added_users_count: added_users.length }),
    ...(removed_users.length > 0 && { removed_users, removed_users_count: removed_users.length }),
  };
  return [event];
}
