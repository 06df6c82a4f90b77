import type { InstalledApp } from '../app/installed-app.ts';
import type { Clock } from '../clock.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Ids } from '../ids.ts';

/** An event, in the shape documented under docs.slack.dev/reference/events. */
export type SlackEvent = { type: string; event_ts?: string } & Record<string, unknown>;

interface Parts {
  app: InstalledApp;
  clock: Clock;
  ids: Ids;
  delivery: Delivery;
}

export type TellApp = ReturnType<typeof eventTeller>;

/**
 * Returns a function that sends the app the events it subscribed to (docs.slack.dev/apis/events-api). It resolves
 * when the app has acknowledged or missed the event. `subscription` is the name in the manifest if it differs from
 * the event's type: "message.channels".
 */
export function eventTeller({ app, clock, ids, delivery }: Parts) {
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
