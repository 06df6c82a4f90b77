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

export type Event =
  | {
      what: 'submitted';
      form: string;
      kind: 'newhire' | 'offboarding';
      by: string;
      name: string;
      subject: string;
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
}

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

export const hrUsers = ['U0INES', 'U0GRETA'];
