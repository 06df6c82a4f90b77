/** An error that an operator can fix; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

export class AddressTaken extends OperatorError {
  override name = 'AddressTaken';
}
