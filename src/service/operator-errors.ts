import { Refusal } from './refusal.ts';

/** An error that an operator can fix; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

export class NoSuchPerson extends OperatorError {
  override name = 'NoSuchPerson';
  constructor(email: string) {
    super(`Nobody has the address ${email}. "service user list" shows who there is.`);
  }
}

export class AddressTaken extends OperatorError {
  override name = 'AddressTaken';
  constructor(email: string) {
    super(`Somebody with the address ${email} exists already.`);
  }
}

export class NotAccepted extends OperatorError {
  override name = 'NotAccepted';
}

export class NoDatabase extends OperatorError {
  override name = 'NoDatabase';
  constructor(url: string) {
    super(`There is no database at ${url}. Run "service migrate" first.`);
  }
}

export class NotMigrated extends OperatorError {
  override name = 'NotMigrated';
  constructor(pending: string[]) {
    super(`The service's database is not up to date (${pending.join(', ')}). Run "service migrate" first.`);
  }
}

export class NoSuchTask extends OperatorError {
  override name = 'NoSuchTask';
  constructor(id: number) {
    super(
      `There is no task ${id} in this timeline. "service timeline EMAIL" shows them; nothing was changed.`,
    );
  }
}

export class NoSuchSequence extends OperatorError {
  override name = 'NoSuchSequence';
  constructor(id: number) {
    super(`There is no sequence ${id}. "service sequence list" shows them.`);
  }
}

export class NoSuchStarter extends OperatorError {
  override name = 'NoSuchStarter';
  constructor(name: string) {
    super(`There is no starter "${name}". "service sequence starters" shows them; nothing was added.`);
  }
}

/** @throws the error; a Refusal becomes NotAccepted */
export function explainRefusal(error: unknown): never {
  throw error instanceof Refusal ? new NotAccepted(formatProblem(error.body)) : error;
}

export function formatProblem(problem: Refusal['body']): string {
  return Object.entries(problem)
    .map(([field, sentences]) => `${field}: ${Object.values(sentences).flat().join(' ')}`)
    .join('\n');
}
