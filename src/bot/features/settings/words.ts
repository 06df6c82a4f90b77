import type { Worded } from '../../../language.ts';
import { approval } from './approval/messages.ts';
import * as feature from './messages.ts';
import { reminders } from './reminders/messages.ts';
import { setup } from './setup/messages.ts';
import { texts } from './texts/messages.ts';

const en = { ...feature, approval, reminders, setup, texts };

export const words: Worded<typeof en> = { en };
