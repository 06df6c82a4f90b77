/** Something that Slack tells the app. */
export interface Payload {
  /** How it travels; each kind has its own encoding over HTTP. */
  type: 'slash_commands' | 'interactive' | 'events_api';
  /** What it is: "slash_commands", "block_actions", "app_home_opened"… */
  name: string;
  body: Record<string, unknown>;
  /** Whether the answer may carry content. */
  takesAnswer: boolean;
}

/** What the app answered within its time. */
export type Answer = { ok: true; body: unknown } | { ok: false; reason: string };

/** Which attempt this is; 0 is the first. */
export interface Attempt {
  number: number;
  reason?: string;
}

/** One way to reach the app. Rejects when it cannot be reached. */
export interface Carrier {
  readonly via: 'socket' | 'http';
  send(payload: Payload, attempt: Attempt, signal: AbortSignal): Promise<Sent>;
}

export interface Sent {
  status: number;
  body: unknown;
  /** The app asks not to be told again. */
  noRetry?: boolean;
  /** Why nothing was sent, or nothing came back. */
  trouble?: string;
}
