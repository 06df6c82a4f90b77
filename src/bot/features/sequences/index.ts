import type { Feature, HomePart, Viewer } from '../../feature.ts';
import { offer, peopleMenu } from '../../menus.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { plain } from '../../slack/views/blocks.ts';
import type { SequencesDeps } from './deps.ts';
import { actions, taskFields, views } from './fields.ts';
import { openList } from './list.ts';
import { openCopy, openMake, receiveMake } from './make/on-make.ts';
import { openRename, receiveRename } from './make/on-rename.ts';
import { say } from './messages.ts';
import { archive, openSequence } from './sequence.ts';
import { isOffered } from './setup-step.ts';
import { openStarter, openStarters, receiveStarters } from './starters/on-starters.ts';
import { openNewTask, openTask, receiveTask, removeTask } from './task.ts';

/** Lets HR create and edit sequences, if the connected service supports it (our own does). */
export function sequencesFeature(deps: SequencesDeps): Feature {
  return {
    listeners: [
      on.action(actions.open, 'hr', openList(deps)),
      on.action(actions.previous, 'hr', openList(deps)),
      on.action(actions.next, 'hr', openList(deps)),
      on.action(actions.starters, 'hr', openStarters(deps)),
      on.action(actions.lookAtStarter, 'hr', openStarter(deps)),
      on.view(views.starters, 'hr', receiveStarters(deps)),
      on.action(actions.make, 'hr', openMake(deps)),
      on.action(actions.copy, 'hr', openCopy(deps)),
      on.view(views.make, 'hr', receiveMake(deps)),
      on.action(actions.show, 'hr', openSequence(deps)),
      on.action(actions.previousTasks, 'hr', openSequence(deps)),
      on.action(actions.nextTasks, 'hr', openSequence(deps)),
      on.action(actions.rename, 'hr', openRename(deps)),
      on.view(views.rename, 'hr', receiveRename(deps)),
      on.action(actions.archive, 'hr', archive(true, deps)),
      on.action(actions.bringBack, 'hr', archive(false, deps)),
      on.action(actions.addTask, 'hr', openNewTask(deps)),
      on.action(actions.changeTask, 'hr', openTask(deps)),
      on.action(actions.removeTask, 'hr', removeTask(deps)),
      on.options(
        taskFields.actionId('person'),
        'hr',
        offer((query) => peopleMenu(deps, query)),
      ),
      on.view(views.task, 'hr', receiveTask(deps)),
    ],
    home: (viewer) => homePart(viewer, deps),
  };
}

async function homePart({ role }: Viewer, deps: SequencesDeps): Promise<HomePart> {
  if (role !== 'hr' || !(await isOffered(deps))) return {};
  const text = plain(say().titles.list);
  return { buttons: [{ type: 'button', action_id: actions.open, text }] };
}
