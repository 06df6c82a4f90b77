import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What `/frontdesk` answers, in each language. */
export const words: Worded<typeof en> = { en };
