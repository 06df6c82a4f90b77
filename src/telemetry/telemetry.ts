/** The word for what did not fail, or is not known. */
export const none = 'none';

/**
 * What takes time, each with the words that it is told apart by. Every word is one of a closed list: no person, no
 * channel, no text, nothing that somebody else made up.
 */
export interface Operations {
  /** Something that Slack brought: a command, a form, an event. */
  payload: { kind: string; outcome: string };
  /** A call of Slack's Web API. */
  'slack.call': { method: string; error: string };
  /** A request to the onboarding service. */
  'api.request': { method: string; endpoint: string; error: string };
  /** One attempt to bring a request to the service. */
  delivery: { kind: string; result: string };
}
export type OperationName = keyof Operations;

/** What happens, and how often or how late is what counts. Times are in seconds. */
export interface Events {
  /** Slack was answered. */
  acknowledged: { kind: string; listener: string; seconds: number };
  /** A request ended, so long after it was submitted. */
  ended: { kind: string; state: string; seconds: number };
  /** A Socket Mode connection was opened. */
  connected: Record<string, never>;
  /** Slack could not be reached. */
  unreached: Record<string, never>;
  /** What is old was cleaned up: how many requests lost their details, and how many parts of the work failed. */
  cleaned: { forgotten: number; failures: number };
}
export type EventName = keyof Events;

/** What waits, as the database has it: the same for all processes. */
export interface Backlog {
  /** Requests that have not ended. */
  requests: readonly (Waiting & { kind: string; state: string })[];
  /** Messages that are wanted by now and that Slack has not got. */
  messages: readonly (Waiting & { waitsFor: 'slack' | 'people' })[];
  /** What cannot be read. */
  setAside: { requests: number; messages: number };
  /** What holds up all requests; undefined when nothing does. */
  outage: string | undefined;
}

/** So many of something. */
interface Waiting {
  count: number;
  /** Since when the oldest waits. */
  oldest: Date;
}

/** What is looked up when somebody asks. */
export interface Sources {
  backlog: () => Promise<Backlog>;
  /** The kinds of requests that there are, and what can hold up all of them. */
  kinds: readonly string[];
  outages: readonly string[];
  isSlackUp: () => boolean;
  /** When the employees were read last, in milliseconds since the epoch; undefined before the first time. */
  employeesReadAt: () => number | undefined;
}

/** What the parts of the bot tell of their work, for those who watch over it. */
export interface Telemetry {
  /** Does the work. Its words are read when it has ended, so that it can say how it went. */
  observe<Name extends OperationName, Result>(
    name: Name,
    words: Operations[Name],
    work: () => Promise<Result>,
  ): Promise<Result>;
  record<Name extends EventName>(name: Name, event: Events[Name]): void;
  /** Where to look for what is not told. */
  follow(sources: Sources): void;
}

/** Nobody watches. */
export const noTelemetry: Telemetry = { observe: (_name, _words, work) => work(), record() {}, follow() {} };
