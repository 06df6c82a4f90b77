import { Refusal } from './refusal.ts';

/** What an operator can mend; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Nobody has the address. */
export class NoSuchPerson extends OperatorError {
  override name = 'NoSuchPerson';
  constructor(email: string) {
    super(`Nobody has the address ${email}. "service user list" shows who there is.`);
  }
}

/** Somebody has the address already. */
export class AddressTaken extends OperatorError {
  override name = 'AddressTaken';
  constructor(email: string) {
    super(`Somebody with the address ${email} exists already.`);
  }
}

/** What was given cannot be stored; the message names every field. */
export class NotAccepted extends OperatorError {
  override name = 'NotAccepted';
}

/** Nobody has made the database yet. */
export class NoDatabase extends OperatorError {
  override name = 'NoDatabase';
  constructor(url: string) {
    super(`There is no database at ${url}. Run "service migrate" first.`);
  }
}

/** The tables are not there or not up to date. */
export class NotMigrated extends OperatorError {
  override name = 'NotMigrated';
  constructor(pending: string[]) {
    super(`The service's database is not up to date (${pending.join(', ')}). Run "service migrate" first.`);
  }
}

/** The task is not in that person's timeline. */
export class NoSuchTask extends OperatorError {
  override name = 'NoSuchTask';
  constructor(id: number) {
    super(
      `There is no task ${id} in this timeline. "service timeline EMAIL" shows them; nothing was changed.`,
    );
  }
}

/** No sequence has the number. */
export class NoSuchSequence extends OperatorError {
  override name = 'NoSuchSequence';
  constructor(id: number) {
    super(`There is no sequence ${id}. "service sequence list" shows them.`);
  }
}

/** No sequence to begin with is called that. */
export class NoSuchStarter extends OperatorError {
  override name = 'NoSuchStarter';
  constructor(name: string) {
    super(`There is no starter "${name}". "service sequence starters" shows them; nothing was added.`);
  }
}

/** @throws what was thrown; where that refuses a request, as what an operator can mend */
export function explainRefusal(error: unknown): never {
  throw error instanceof Refusal ? new NotAccepted(formatProblem(error.body)) : error;
}

/** One line a field. */
export function formatProblem(problem: Refusal['body']): string {
  return Object.entries(problem)
    .map(([field, sentences]) => `${field}: ${Object.values(sentences).flat().join(' ')}`)
    .join('\n');
}
