import { z } from 'zod';

/** Why HR's people are asked: for the first time, once more, for the last time, or since they got an answer. */
export const Step = z.enum(['first', 'again', 'last', 'answered']);
export type Step = z.infer<typeof Step>;
