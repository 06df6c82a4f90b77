/** What a person can press. */
export type How =
  | 'approve'
  | 'decline'
  | 'ask'
  | 'move'
  | 'callOff'
  | 'keep'
  | 'cancel'
  | 'yes'
  | 'no'
  | 'retry';

/** What the checker knows of a run: what people did and saw, and what the models of Slack and the service got and did. */
export type Event =
  /** A person handed in a form. */
  | {
      what: 'submitted';
      form: string;
      kind: 'newhire' | 'offboarding';
      by: string;
      name: string;
      subject: string;
    }
  /** Frontdesk told that person what came of it, in the form. */
  | { what: 'answered'; form: string; request: string; said: string; text: string }
  /** A person pressed something about a request. */
  | { what: 'pressed'; request: string; how: How; by: string }
  /** And Frontdesk said that it counts. */
  | { what: 'decided'; request: string; name: string; how: How; by: string; day?: string | null }
  /** A person looked at what is planned. */
  | { what: 'previewed'; request: string; name: string; moments: readonly { at: number; reader: string }[] }
  /** A setting was changed. */
  | { what: 'set'; names: readonly string[] }
  /** The service carried something out. */
  | { what: 'made'; id: number; email: string; name: string; request: string; sequences: boolean }
  | { what: 'offboarded'; user: number; name: string; day: string; request: string }
  | { what: 'vanished'; id: number; email: string; name: string }
  | { what: 'returned'; id: number; email: string }
  /** A message stands in Slack, or is another one now. */
  | { what: 'posted'; channel: string; ts: string; id: string; text: string; shown: string }
  | { what: 'deleted'; channel: string; ts: string }
  | { what: 'updated'; channel: string; ts: string; text: string; shown: string }
  /** A process gets no time until then. */
  | { what: 'frozen'; process: string; until: number }
  /** Something happened to a process, the clock or the network. */
  | { what: 'world'; text: string };

export type Happening = { at: number } & Event;
export type HappeningOf<What extends Event['what']> = { at: number } & Extract<Event, { what: What }>;

/** A request as it stands when a run is over. */
export interface LeftRequest {
  id: string;
  submission: string;
  kind: string;
  subject: string;
  state: string;
  outcome: string | null;
}

/** A message as it stands when a run is over. */
export interface LeftMessage {
  request_id: string | null;
  name: string;
  purpose: string;
  state: string;
}

/** Everything that is known of a run. */
export interface Ended {
  history: readonly Happening[];
  requests: readonly LeftRequest[];
  messages: readonly LeftMessage[];
  /** The instant at which nothing could go wrong any more. */
  calmFrom: number;
}

/** Readable, one line each. */
export function describe(history: readonly Happening[]): string {
  return history.map(lineOf).join('\n');
}

function lineOf({ at, what, ...rest }: Happening): string {
  const facts = Object.entries(rest)
    .filter(([name]) => name !== 'shown')
    .map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value.slice(0, 110) : JSON.stringify(value)}`,
    );
  return `${new Date(at).toISOString().slice(0, 19)} ${what.padEnd(9)} ${facts.join(' ')}`;
}

/** Who is HR in every run, as Slack knows them. */
export const hrUsers = ['U0INES', 'U0GRETA'];
