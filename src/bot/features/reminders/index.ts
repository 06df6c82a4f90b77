import type { Feature } from '../../feature.ts';
import { resume, stop, stopTasks } from './buttons.ts';
import { comingPart, type RehearseServices, rehearse } from './rehearse.ts';

export function remindersFeature(services: RehearseServices): Feature {
  return {
    listeners: [
      ...[stop, stopTasks, resume].map((button) => button.listener(services)),
      rehearse.listener(services),
    ],
    personPage: (request, viewer) => comingPart(request, viewer, services),
  };
}
