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
  | 'retry'
  | 'reassign';

export type Event =
  | {
      what: 'submitted';
      form: string;
      kind: 'newhire' | 'offboarding';
      by: string;
      name: string;
      subject: string;
      proposal?: string | undefined;
    }
  | { what: 'answered'; form: string; request: string; said: string; text: string }
  | { what: 'pressed'; request: string; how: How; by: string }
  | { what: 'decided'; request: string; name: string; how: How; by: string; day?: string | null }
  | { what: 'previewed'; request: string; name: string; moments: readonly { at: number; reader: string }[] }
  | { what: 'set'; names: readonly string[] }
  | { what: 'made'; id: number; email: string; name: string; request: string; sequences: boolean }
  | { what: 'offboarded'; user: number; name: string; day: string; request: string }
  | { what: 'vanished'; id: number; email: string; name: string }
  | { what: 'returned'; id: number; email: string }
  | { what: 'posted'; channel: string; ts: string; id: string; text: string; shown: string }
  | { what: 'deleted'; channel: string; ts: string }
  | { what: 'updated'; channel: string; ts: string; text: string; shown: string }
  | { what: 'arrived'; host: string; body: string }
  | { what: 'givenUp'; host: string; ids: readonly string[] }
  | { what: 'starter'; key: string; name: string }
  | { what: 'outage'; asked: number }
  | { what: 'frozen'; process: string; until: number }
  | { what: 'world'; text: string };

export type Happening = { at: number } & Event;
export type HappeningOf<What extends Event['what']> = { at: number } & Extract<Event, { what: What }>;

export interface LeftRequest {
  id: string;
  submission: string;
  kind: string;
  subject: string;
  state: string;
  outcome: string | null;
  revision: number;
  payload: string;
  context: string;
  email: string | null;
  result_id: number | null;
  missing_since: string | null;
  kept_by: string | null;
  called_off_at: string | null;
  /** Source and key of a proposal; null if a person asked for it. */
  proposal: string | null;
  dismissed_at: string | null;
}

/** A line of the audit log, with the true time. */
export interface LeftStep {
  request: string;
  what: string;
  detail: string | null;
  at: number;
}

export interface LeftMessage {
  request_id: string | null;
  name: string;
  purpose: string;
  state: string;
}

export interface Ended {
  history: readonly Happening[];
  requests: readonly LeftRequest[];
  messages: readonly LeftMessage[];
  steps: readonly LeftStep[];
}

export function those<What extends Event['what']>({ history }: Ended, what: What): HappeningOf<What>[] {
  return history.filter((one): one is Happening & HappeningOf<What> => one.what === what);
}

export function describe(history: readonly Happening[]): string {
  return history.map(lineOf).join('\n');
}

function lineOf({ at, what, ...rest }: Happening): string {
  const facts = Object.entries(rest)
    .filter(([name]) => name !== 'shown')
    .map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value.slice(0, 160) : JSON.stringify(value)}`,
    );
  return `${new Date(at).toISOString().slice(0, 19)} ${what.padEnd(9)} ${facts.join(' ')}`;
}

export const hrUsers = ['U0INES', 'U0GRETA'];
