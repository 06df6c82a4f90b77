import { z } from 'zod';

/** Reason for asking: a new request, a reminder, the last reminder, or an answer to a question. */
export const Step = z.enum(['first', 'again', 'last', 'answered']);
export type Step = z.infer<typeof Step>;
