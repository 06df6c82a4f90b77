import type { Worded } from '../../language.ts';
import * as en from './messages.ts';

/** What is said of calendar files, in each language. */
export const words: Worded<typeof en> = { en };
