import type { Worded } from '../../language.ts';
import * as en from './messages.ts';

/** What is said to people who may not do something, in each language. */
export const words: Worded<typeof en> = { en };
