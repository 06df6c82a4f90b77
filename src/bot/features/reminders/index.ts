import type { Feature } from '../../feature.ts';
import { type ButtonServices, resume, stop, stopTasks } from './buttons.ts';
import { comingPart, type RehearseServices, rehearse } from './rehearse.ts';

export function remindersFeature(services: ButtonServices & RehearseServices): Feature {
  return {
    listeners: [
      ...[stop, stopTasks, resume].map((button) => button.listener(services)),
      rehearse.listener(services),
    ],
    personPage: (request, viewer) => comingPart(request, viewer, services),
  };
}
