export const none = 'none';

/** All labels come from closed lists: no people, channels or texts, and nothing from outside. */
export interface Operations {
  payload: { kind: string; outcome: string };
  'slack.call': { method: string; error: string };
  'api.request': { method: string; endpoint: string; error: string };
  delivery: { kind: string; result: string };
}
export type OperationName = keyof Operations;

/** Events that are counted or timed. Times are in seconds. */
export interface Events {
  acknowledged: { kind: string; listener: string; seconds: number };
  /** A request ended; `seconds` since its submission. */
  ended: { kind: string; state: string; seconds: number };
  connected: Record<string, never>;
  unreached: Record<string, never>;
  /** Retention ran: number of requests whose details were dropped, and of failed steps. */
  cleaned: { forgotten: number; failures: number };
}
export type EventName = keyof Events;

/** Backlog in the database, shared by all processes. */
export interface Backlog {
  requests: readonly (Waiting & { kind: string; state: string })[];
  /** Due messages that haven't reached Slack. */
  messages: readonly (Waiting & { waitsFor: 'slack' | 'people' })[];
  setAside: { requests: number; messages: number };
  outage: string | undefined;
}

interface Waiting {
  count: number;
  oldest: Date;
}

export interface Sources {
  backlog: () => Promise<Backlog>;
  kinds: readonly string[];
  outages: readonly string[];
  isSlackUp: () => boolean;
  /** Time employees were last read, in milliseconds since the epoch; undefined before the first time. */
  employeesReadAt: () => number | undefined;
}

export interface Telemetry {
  observe<Name extends OperationName, Result>(
    name: Name,
    words: Operations[Name],
    work: () => Promise<Result>,
  ): Promise<Result>;
  record<Name extends EventName>(name: Name, event: Events[Name]): void;
  follow(sources: Sources): void;
}

export const noTelemetry: Telemetry = { observe: (_name, _words, work) => work(), record() {}, follow() {} };
