import type { Feature } from '../../feature.ts';
import { type ButtonServices, resume, stop, stopTasks } from './buttons.ts';
import { type RehearseServices, rehearsalMessage, rehearse, rehearseButtons } from './rehearse.ts';

export function remindersFeature(services: ButtonServices & RehearseServices): Feature {
  return {
    listeners: [
      ...[stop, stopTasks, resume].map((button) => button.listener(services)),
      rehearse.listener(services),
    ],
    messages: [rehearsalMessage(services)],
    requestPage: async (request, viewer, counts) => ({
      buttons: counts ? await rehearseButtons(request, viewer, services) : [],
    }),
  };
}
