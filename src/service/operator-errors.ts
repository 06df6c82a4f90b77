import { Refusal } from './refusal.ts';

/** An error that an operator can fix; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

export class AddressTaken extends OperatorError {
  override name = 'AddressTaken';
}

/** @throws the error; a Refusal becomes an OperatorError with a line for each field */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const lines = Object.entries(error.body).map(
    ([field, sentences]) => `${field}: ${Object.values(sentences).flat().join(' ')}`,
  );
  throw new OperatorError(lines.join('\n'));
}
