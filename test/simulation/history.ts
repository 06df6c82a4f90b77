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
      /** The import whose row it is. */
      import?: string | undefined;
    }
  | {
      what: 'imported';
      import: string;
      by: string;
      confirmed: readonly ImportedRow[];
      others: readonly string[];
    }
  /** HR has pressed Pause or “Cancel the rest”. `untouched`: numbers of the rows that hadn't begun. */
  | { what: 'stopped'; import: string; press: string; untouched: readonly number[] }
  | { what: 'resumed'; import: string }
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
  /** Frontdesk begins to post or update a message. `message`: its id for a post, its `ts` for an update. */
  | { what: 'sending'; message: string }
  | { what: 'deleted'; channel: string; ts: string }
  | { what: 'updated'; channel: string; ts: string; text: string; shown: string }
  | { what: 'arrived'; host: string; body: string }
  | { what: 'givenUp'; host: string; ids: readonly string[] }
  | { what: 'starter'; key: string; name: string }
  | { what: 'outage'; asked: number }
  | { what: 'frozen'; process: string; until: number }
  | { what: 'world'; text: string };

/** `mark`: a cell of the row that no other row has. */
export interface ImportedRow {
  number: number;
  mark: string;
  email: string;
}

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
  /** Place in Slack. */
  channel: string | null;
  ts: string | null;
}

/** A started import, when everything had come to rest. */
export interface LeftImport {
  id: string;
  state: string;
  ended_at: string | null;
  /** Ids of its messages in Slack. */
  progress: string | null;
  results: string | null;
  report: string | null;
}

export interface LeftRow {
  import_id: string;
  number: number;
  state: string;
  request_id: string | null;
}

export interface Ended {
  history: readonly Happening[];
  requests: readonly LeftRequest[];
  messages: readonly LeftMessage[];
  steps: readonly LeftStep[];
  imports: readonly LeftImport[];
  rows: readonly LeftRow[];
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
