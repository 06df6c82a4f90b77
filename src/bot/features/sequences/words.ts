import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What is said about sequences and their tasks, in each language. */
export const words: Worded<typeof en> = { en };
