import type { Worded } from '../../../language.ts';
import * as lists from './lists/messages.ts';
import * as home from './messages.ts';
import * as page from './page/messages.ts';

const en = { ...home, ...lists, ...page };

export const words: Worded<typeof en> = { en };
