import type { Worded } from '../../../language.ts';
import { approval } from './approval/messages.ts';
import * as check from './check/messages.ts';
import * as feature from './messages.ts';
import { reminders } from './reminders/messages.ts';

const en = { ...feature, ...check, approval, reminders };

export const words: Worded<typeof en> = { en };
