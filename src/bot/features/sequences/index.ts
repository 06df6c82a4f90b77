import type { Feature, HomePart, Viewer } from '../../feature.ts';
import { offer, peopleMenu } from '../../menus.ts';
import { plain } from '../../slack/views/blocks.ts';
import { interruptedSaving } from './answer-form.ts';
import type { SequencesDeps } from './deps.ts';
import { taskFields } from './fields.ts';
import { actions, views } from './ids.ts';
import { openList } from './list/on-list.ts';
import { openCopy, openMake, receiveMake } from './make/on-make.ts';
import { openRename, receiveRename } from './make/on-rename.ts';
import { say } from './messages.ts';
import { isOffered } from './offer.ts';
import { archive, openSequence } from './sequence/on-sequence.ts';
import { openStarter, openStarters, receiveStarters } from './starters/on-starters.ts';
import { openNewTask, openTask, receiveTask, removeTask } from './task/on-task.ts';

/** Lets HR create and edit sequences, if the connected service supports it (our own does). */
export function sequencesFeature(deps: SequencesDeps): Feature {
  const { app, only } = deps;
  return {
    register() {
      app.action(actions.open, only('hr'), openList(deps));
      app.action(actions.previous, only('hr'), openList(deps));
      app.action(actions.next, only('hr'), openList(deps));
      app.action(actions.starters, only('hr'), openStarters(deps));
      app.action(actions.lookAtStarter, only('hr'), openStarter(deps));
      app.view(views.starters, only('hr'), receiveStarters(deps));
      app.action(actions.make, only('hr'), openMake(deps));
      app.action(actions.copy, only('hr'), openCopy(deps));
      app.view(views.make, only('hr'), receiveMake(deps));
      app.action(actions.show, only('hr'), openSequence(deps));
      app.action(actions.previousTasks, only('hr'), openSequence(deps));
      app.action(actions.nextTasks, only('hr'), openSequence(deps));
      app.action(actions.rename, only('hr'), openRename(deps));
      app.view(views.rename, only('hr'), receiveRename(deps));
      app.action(actions.archive, only('hr'), archive(true, deps));
      app.action(actions.bringBack, only('hr'), archive(false, deps));
      app.action(actions.addTask, only('hr'), openNewTask(deps));
      app.action(actions.changeTask, only('hr'), openTask(deps));
      app.action(actions.removeTask, only('hr'), removeTask(deps));
      app.options(
        taskFields.actionId('person'),
        only('hr'),
        offer((query) => peopleMenu(deps, query)),
      );
      app.view(views.task, only('hr'), receiveTask(deps));
    },
    home: (viewer) => homePart(viewer, deps),
    messages: [interruptedSaving],
  };
}

async function homePart({ role }: Viewer, deps: SequencesDeps): Promise<HomePart> {
  if (role !== 'hr' || !(await isOffered(deps))) return {};
  const text = plain(say().titles.list);
  return { buttons: [{ type: 'button', action_id: actions.open, text }] };
}
