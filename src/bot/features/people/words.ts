import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What is said about people from Slack, in each language. */
export const words: Worded<typeof en> = { en };
