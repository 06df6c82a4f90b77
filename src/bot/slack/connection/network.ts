import type { SocketModeReceiverOptions } from '@slack/bolt';

/** How Slack is reached, where that is not straight. */
export interface SlackNetwork {
  /** For the Web API and files. */
  fetch: typeof fetch;
  /** A way for one connection of Socket Mode. */
  openWay(): SocketWay;
}

interface SocketWay {
  dispatcher: NonNullable<SocketModeReceiverOptions['dispatcher']>;
  /** Ends whatever still goes that way. */
  cut(): void;
}
