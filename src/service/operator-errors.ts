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
