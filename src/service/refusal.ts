export type FieldErrors = string[] | Record<string, string[]>;

export type Problem = Record<string, FieldErrors>;

/** A refused request, with the status, body and headers that the server sends. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly body: Problem | { detail: string };
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Problem | { detail: string }, headers: Record<string, string> = {}) {
    super(`Refused with status ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function refuseIfAny(problem: Problem): void {
  if (Object.keys(problem).length > 0) throw new Refusal(400, problem);
}

/** An error that an operator can fix; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
