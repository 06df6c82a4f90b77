import type { SocketModeReceiverOptions } from '@slack/bolt';

/** Route to Slack through a proxy. */
export interface SlackNetwork {
  fetch: typeof fetch;
  /** Opens the route of one Socket Mode connection. */
  openWay(): SocketWay;
}

interface SocketWay {
  dispatcher: NonNullable<SocketModeReceiverOptions['dispatcher']>;
  cut(): void;
}
