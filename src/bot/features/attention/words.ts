import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What is said about what holds up requests, and about those that ended otherwise than asked for, in each language. */
export const words: Worded<typeof en> = { en };
