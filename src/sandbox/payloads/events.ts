import type { InstalledApp } from '../app.ts';
import type { Clock } from '../clock.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Ids } from '../ids.ts';
import { userGroupObject, userObject } from '../workspace/objects.ts';
import type { SandboxPerson, Workspace } from '../workspace/workspace.ts';

/** An event, in the shape documented under docs.slack.dev/reference/events. */
type SlackEvent = { type: string; event_ts?: string } & Record<string, unknown>;

/**
 * Sends the app the events it subscribed to (docs.slack.dev/apis/events-api). `subscription` is the name in
 * the manifest if it differs from the event's type: "message.channels".
 */
export function eventTeller(app: InstalledApp, clock: Clock, ids: Ids, delivery: Delivery) {
  return async (event: SlackEvent, subscription: string = event.type): Promise<void> => {
    if (!app.events.has(subscription)) return;
    const body = {
      token: app.verificationToken,
      team_id: app.team.id,
      api_app_id: app.id,
      event: { ...event, event_ts: event.event_ts ?? ids.ts() },
      type: 'event_callback',
      event_id: ids.next('Ev'),
      event_time: Math.floor(clock.now() / 1000),
      authorizations: [
        {
          enterprise_id: null,
          team_id: app.team.id,
          user_id: app.botUserId,
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: false,
      event_context: `4-${ids.short()}`,
    };
    await delivery.announce({ type: 'events_api', name: event.type, takesAnswer: false, body });
  };
}

/** docs.slack.dev/reference/events/user_change and …/team_join. `now` in milliseconds. */
export function personEvent(
  type: 'user_change' | 'team_join',
  { app, person, now }: { app: InstalledApp; person: SandboxPerson; now: number },
): SlackEvent {
  return { type, user: userObject(app, person, now, true), cache_ts: Math.floor(now / 1000) };
}

type Changed = ReturnType<Workspace['changeUserGroup']>;

/** docs.slack.dev/reference/events/subteam_updated and …/subteam_members_changed. `now` in milliseconds. */
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
