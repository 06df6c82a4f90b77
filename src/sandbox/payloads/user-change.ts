import type { Payload } from '../delivery/payload.ts';
import type { Slack } from '../slack.ts';
import { type SandboxPerson, userObject } from '../workspace/people.ts';
import { eventPayload } from './event.ts';

/** What Slack tells of a changed person, when the app asked for it (docs.slack.dev/reference/events/user_change). */
export function userChangePayloads(slack: Slack, person: SandboxPerson): Payload[] {
  const { app, workspace, clock, ids } = slack;
  if (!app.events.has('user_change')) return [];
  const now = clock.now();
  const user = userObject(person, workspace.team.id, now, app.scopes.has('users:read.email'));
  const cache_ts = Math.floor(now / 1000);
  return [eventPayload(slack, { type: 'user_change', user, cache_ts, event_ts: ids.ts() })];
}
