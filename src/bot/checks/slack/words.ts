import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

export const words: Worded<typeof en> = { en };
