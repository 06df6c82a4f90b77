import type { Worded } from '../../../language.ts';
import * as en from './messages.ts';

/** What the checks of the onboarding service say, in each language. */
export const words: Worded<typeof en> = { en };
