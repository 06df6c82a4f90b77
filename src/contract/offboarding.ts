import { z } from 'zod';
import { Day } from './new-hire.ts';

/** Request to start an offboarding (specification 2.5). The answer's body isn't specified and not read. */
export const Offboarding = z.strictObject({
  user: z.int(),
  /** Last working day. */
  termination_date: Day,
  sequences: z.array(z.int()),
});
export type Offboarding = z.infer<typeof Offboarding>;
