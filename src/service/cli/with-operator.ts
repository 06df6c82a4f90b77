import { type Operator, openOperator } from '../operator.ts';
import type { ServiceOptions } from '../service.ts';
import { explainFailure } from './explain-failure.ts';

/** What the command line knows of the service: everything but the log and the clock. */
export type ServiceSettings = Omit<ServiceOptions, 'log' | 'clock'>;

/** Runs one command with an operator, which is closed afterwards; what goes wrong becomes a sentence. */
export type WithOperator = (work: (operator: Operator) => Promise<void>) => Promise<void>;

/** @param settings read when a command runs */
export function operatorRunner(settings: () => ServiceSettings): WithOperator {
  return (work) =>
    withExplanation(async () => {
      const { databaseUrl, timezone, language } = settings();
      const operator = openOperator(databaseUrl, { organization: { timezone, language } });
      await work(operator).finally(() => operator.close());
    });
}

/** @throws what the work throws, as a failure that ends with what to do */
export async function withExplanation<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainFailure(error);
  }
}
