import { z } from 'zod';
import { Day } from './new-hire.ts';

/** What is sent to start an offboarding (specification 2.5). The answer's body is not specified and not read. */
export const Offboarding = z.strictObject({
  user: z.int(),
  /** The last day of working. */
  termination_date: Day,
  sequences: z.array(z.int()),
});
export type Offboarding = z.infer<typeof Offboarding>;
