import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** Every sentence of the list of the first run, in each language. */
export const words: Worded<typeof en> = { en };
