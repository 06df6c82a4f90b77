import { z } from 'zod';
import { say } from '../../../plan/messages.ts';
import { mostRehearsed, RehearsedPart, rehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { type OpenView, originOf, viewerOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { withBlocks } from '../../../slack/views/view.ts';
import { TaskPlace } from '../../../tasks/plan-tasks.ts';
import { inOrder, rehearsedTask, saidOf, toRehearse } from '../../../tasks/rehearse-tasks.ts';
import { CheckMetadata } from '../check/on-check.ts';
import type { OffboardingDeps } from '../deps.ts';
import { actions } from '../fields.ts';
import { foretoldMessages, foretoldOf, leavingTasks } from './foretell.ts';

const saidId = 'rehearsal';

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

export function rehearseCheck(deps: OffboardingDeps) {
  const message = checkRehearsal(deps);
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view: open } = originOf(args.body);
    if (!open) return;
    const { userId: owner } = viewerOf(args);
    const { user, day, sequences } = CheckMetadata.parse(JSON.parse(open.private_metadata));
    const since = deps.clock.now();
    const asked = { user, day, requester: owner, since };
    const moments = foretoldOf(asked, deps).moments.slice(0, mostRehearsed);
    const payload = { user, termination_date: day, sequences };
    const tasks = toRehearse(await leavingTasks(payload, asked, deps));
    for (const { index, key, task } of inOrder(moments, tasks.shown)) {
      const about = { owner, user, day, index, task, since: since.toISOString(), leftOut: [] };
      await deps.ledger.enqueue(message.message(rehearsedBy(owner, open.id, key), about));
    }
    await deps.windows.follow(open, saying(open, saidOf(moments.length, tasks)));
  };
}

function saying(open: OpenView, sentences: readonly string[]) {
  const said = sentences.map((sentence, at) => ({ ...alert('info', sentence), block_id: `${saidId}${at}` }));
  const blocks = open.blocks.filter(({ block_id = '' }) => !block_id.startsWith(saidId));
  return withBlocks(
    open,
    blocks.flatMap((block) => (block.block_id === actions.rehearse ? [block, ...said] : [block])),
  );
}
