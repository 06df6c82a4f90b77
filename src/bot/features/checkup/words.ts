import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What is said of the check of the connection, in each language. */
export const words: Worded<typeof en> = { en };
