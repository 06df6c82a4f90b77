import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** Every sentence about tasks, in each language. */
export const words: Worded<typeof en> = { en };
