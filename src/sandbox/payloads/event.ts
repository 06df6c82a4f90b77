import type { Payload } from '../delivery/payload.ts';
import type { Slack } from '../slack.ts';

/** An event in its envelope (docs.slack.dev/apis/events-api). */
export function eventPayload(slack: Slack, event: { type: string } & Record<string, unknown>): Payload {
  const { app, workspace, clock, ids } = slack;
  const authorization = {
    enterprise_id: null,
    team_id: workspace.team.id,
    user_id: app.botUserId,
    is_bot: true,
    is_enterprise_install: false,
  };
  return {
    type: 'events_api',
    name: event.type,
    takesAnswer: false,
    body: {
      token: app.verificationToken,
      team_id: workspace.team.id,
      api_app_id: app.id,
      event,
      type: 'event_callback',
      event_id: ids.next('Ev'),
      event_time: Math.floor(clock.now() / 1000),
      authorizations: [authorization],
      is_ext_shared_channel: false,
      event_context: `4-${ids.short()}`,
    },
  };
}
