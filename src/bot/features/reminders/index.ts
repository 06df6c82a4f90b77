import type { Task } from '../../../contract/task.ts';
import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { say } from '../../preview/messages.ts';
import type { PreviewedTask } from '../../preview/tasks.ts';
import { requestButton } from '../../requests/request-button.ts';
import type { By } from '../../slack/button.ts';
import { resume, stop, stopTasks } from './buttons.ts';

interface RehearseServices extends Bot {
  /** Tasks of a finished request whose messages are still to come. */
  comingTasks: {
    of(request: Request, viewer: Viewer): Promise<Task[] | 'unknown'>;
    withOwners(tasks: readonly Task[], request: Request): Promise<PreviewedTask[]>;
  };
}

function mayRehearse(request: Request, { userId, role }: Viewer): boolean {
  return role === 'hr' || request.requester === userId;
}

/** Button that rehearses the rest of a finished request; none if nothing is to come. */
async function comingPart(request: Request, viewer: Viewer, { previews, comingTasks }: RehearseServices) {
  if (!mayRehearse(request, viewer)) return {};
  const shown = { buttons: [rehearse.show(request, say().rehearsal.button)] };
  if (previews.isAnyPlanned(request)) return shown;
  const tasks = await comingTasks.of(request, viewer);
  return tasks !== 'unknown' && tasks.length > 0 ? shown : {};
}

const rehearse = requestButton({
  id: 'reminder_rehearse',
  role: 'managers',
  title: () => say().rehearsal.button,
  async press(id, { viewer, ledger, previews, comingTasks }: By<RehearseServices>) {
    const request = await ledger.find(id);
    if (!request || !mayRehearse(request, viewer)) return undefined;
    const [preview, coming] = await Promise.all([
      previews.ofRequest(request, viewer),
      comingTasks.of(request, viewer),
    ]);
    const tasks = coming === 'unknown' ? coming : await comingTasks.withOwners(coming, request);
    return previews.rehearse({ ...preview, tasks }, viewer);
  },
});

export function remindersFeature(services: RehearseServices): Feature {
  return {
    listeners: [
      ...[stop, stopTasks, resume].map((button) => button.listener(services)),
      rehearse.listener(services),
    ],
    personPage: (request, viewer) => comingPart(request, viewer, services),
  };
}
