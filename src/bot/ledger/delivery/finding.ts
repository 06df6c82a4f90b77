import type { Outcome, Question } from '../requests/request.ts';

/** What was found out about an attempt in doubt. */
export type Finding =
  | { kind: 'ended'; outcome: Outcome }
  /** It has had no effect so far. */
  | { kind: 'absent' }
  | { kind: 'needs_review'; question: Question };
