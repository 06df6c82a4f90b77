import type { Worded } from '../../language.ts';
import * as en from './messages.ts';

/** What is said about the tasks that sequences will bring, in each language. */
export const words: Worded<typeof en> = { en };
