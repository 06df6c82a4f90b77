import type { Worded } from '../../language.ts';
import * as en from './messages.ts';

/** What is said about what will be sent, in each language. */
export const words: Worded<typeof en> = { en };
