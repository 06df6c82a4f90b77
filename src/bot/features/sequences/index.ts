import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import { row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';
import { makeWindow, renameWindow } from './names.ts';
import { sequenceWindow } from './sequence.ts';
import { isOffered } from './setup-step.ts';
import { startersWindow, starterWindow } from './starters.ts';
import { taskWindow } from './task.ts';
import { listWindow, opens } from './windows.ts';

/** Lets HR create and edit sequences, if the connected service supports it (our own does). */
export function sequencesFeature(services: Bot): Feature {
  return {
    listeners: [
      listWindow.listeners(services),
      sequenceWindow.listeners(services),
      taskWindow.listeners(services),
      makeWindow.listeners(services),
      renameWindow.listeners(services),
      startersWindow.listeners(services),
      starterWindow.listeners(services),
    ].flat(),
    settings: async ({ role }) =>
      role === 'hr' && (await isOffered(services)) ? row(opens.list(say().titles.list)) : [],
  };
}
