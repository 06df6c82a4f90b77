import type { Worded } from '../../language.ts';
import * as en from './messages.ts';

/** What several features say about steps of the first run, in each language. */
export const words: Worded<typeof en> = { en };
