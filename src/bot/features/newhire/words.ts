import type { Worded } from '../../../language.ts';
import { afterwards } from './after-messages.ts';
import { arrivals } from './arrivals/messages.ts';
import { drafts } from './drafts/messages.ts';
import { elsewhere } from './elsewhere/messages.ts';
import { leaving } from './leaving/messages.ts';
import * as feature from './messages.ts';
import { missing } from './missing/messages.ts';
import * as notices from './notice-messages.ts';
import { reminders } from './reminders/messages.ts';
import * as requests from './request-messages.ts';
import * as results from './result/messages.ts';
import { sample } from './sample/messages.ts';
import { templates } from './templates/messages.ts';

const en = {
  ...feature,
  ...notices,
  ...requests,
  ...results,
  afterwards,
  arrivals,
  drafts,
  elsewhere,
  leaving,
  missing,
  reminders,
  sample,
  templates,
};

export const words: Worded<typeof en> = { en };
