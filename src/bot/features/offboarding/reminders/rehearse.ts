import { z } from 'zod';
import { say } from '../../../plan/messages.ts';
import { mostRehearsed, RehearsedPart, rehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { By } from '../../../slack/button.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { TaskPlace } from '../../../tasks/plan-tasks.ts';
import { inOrder, rehearsedTask, saidOf, toRehearse } from '../../../tasks/rehearse-tasks.ts';
import type { OffboardingDeps } from '../deps.ts';
import { foretoldMessages, foretoldOf, leavingTasks } from './foretell.ts';

/** Ids and a day only; the name is looked up when a message is built. */
const About = RehearsedPart.extend({
  owner: z.string(),
  user: z.int(),
  day: z.string(),
  task: TaskPlace.optional(),
});

export function checkRehearsal(deps: OffboardingDeps) {
  return defineMessage({
    name: 'offboarding.rehearsal',
    label: () => say().rehearsal.label,
    about: About,
    async build({ owner: requester, user, day, index, since, task }, context) {
      const asked = { user, day, requester, since: new Date(since) };
      const { request, moments } = foretoldOf(asked, deps);
      if (task === undefined) return rehearsed(moments[index], foretoldMessages, { ...context, request });
      const payload = { user, termination_date: day, sequences: [task.sequence] };
      const part = { task, since, personName: request.context.personName, to: requester };
      const tasks = await leavingTasks(payload, asked, deps);
      return rehearsedTask(tasks, part, deps.definitions(), { ...context, request });
    },
  });
}

/** Sends the messages to the person who looks at the page. @returns what to say about that, in the window */
export async function rehearseCheck(
  { user, day, sequences }: { user: number; day: string; sequences: number[] },
  window: string,
  by: By<OffboardingDeps>,
) {
  const message = checkRehearsal(by);
  const { userId: owner } = by.viewer;
  const since = by.clock.now();
  const asked = { user, day, requester: owner, since };
  const moments = foretoldOf(asked, by).moments.slice(0, mostRehearsed);
  const payload = { user, termination_date: day, sequences };
  const tasks = toRehearse(await leavingTasks(payload, asked, by));
  for (const { index, key, task } of inOrder(moments, tasks.shown)) {
    const about = { owner, user, day, index, task, since: since.toISOString(), leftOut: [] };
    await by.ledger.enqueue(message.message(rehearsedBy(owner, window, key), about));
  }
  return saidOf(moments.length, tasks).map((sentence) => alert('info', sentence));
}
