export interface Payload {
  /** Each type has its own encoding over HTTP. */
  type: 'slash_commands' | 'interactive' | 'events_api';
  /** "slash_commands", "block_actions", "app_home_opened"… */
  name: string;
  body: Record<string, unknown>;
  takesAnswer: boolean;
}

export type Answer = { ok: true; body: unknown } | { ok: false; reason: string };

/** Delivery attempt; the first is number 0. */
export interface Attempt {
  number: number;
  reason?: string;
}

/** A way to reach the app. `send` rejects when the app is unreachable. */
export interface Carrier {
  readonly via: 'socket' | 'http';
  send(payload: Payload, attempt: Attempt, signal: AbortSignal): Promise<Sent>;
}

export interface Sent {
  status: number;
  body: unknown;
  noRetry?: boolean;
  /** Why nothing was sent, or nothing came back. */
  trouble?: string;
}
