import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What App Home says that belongs to no other feature, in each language. */
export const words: Worded<typeof en> = { en };
