/** One field's errors: sentences, or, for a list, sentences by position. */
export type FieldErrors = string[] | Record<string, string[]>;

/** Errors by field name, as the body of a 400 has them. */
export type Problem = Record<string, FieldErrors>;

/** A request that is refused with a status and a body of its own; the server sends it as it is. */
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

/** What stands in the way of a request, all fields at once. @throws Refusal 400 when there is any */
export function refuseIfAny(problem: Problem): void {
  if (Object.keys(problem).length > 0) throw new Refusal(400, problem);
}
