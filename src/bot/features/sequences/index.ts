import type { Feature, HomePart, Viewer } from '../../feature.ts';
import { listWindow } from './list.ts';
import { say } from './messages.ts';
import { makeWindow, renameWindow } from './names.ts';
import { sequenceWindow } from './sequence.ts';
import { isOffered } from './setup-step.ts';
import { startersWindow, starterWindow } from './starters.ts';
import { taskWindow } from './task.ts';
import { opens, type SequencesServices } from './windows.ts';

/** Lets HR create and edit sequences, if the connected service supports it (our own does). */
export function sequencesFeature(services: SequencesServices): Feature {
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
    home: (viewer) => homePart(viewer, services),
  };
}

async function homePart({ role }: Viewer, services: SequencesServices): Promise<HomePart> {
  if (role !== 'hr' || !(await isOffered(services))) return {};
  return { buttons: [opens.list(say().titles.list)] };
}
