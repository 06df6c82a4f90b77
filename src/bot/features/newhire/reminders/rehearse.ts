import { z } from 'zod';
import { say } from '../../../plan/messages.ts';
import { mostRehearsed, RehearsedPart, rehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { By } from '../../../slack/button.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { TaskPlace } from '../../../tasks/plan-tasks.ts';
import { inOrder, rehearsedTask, saidOf, toRehearse } from '../../../tasks/rehearse-tasks.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { newHireFields } from '../form/fields.ts';
import { employeesIn, leftOutIn, unreachedNow } from '../result/result.ts';
import { foretoldOf } from './foretell.ts';
import { foretoldMessages } from './plan.ts';
import { formTasks } from './tasks.ts';

type RehearseDeps = FormDeps & Pick<NewHireDeps, 'definitions' | 'drafts' | 'findEmployee' | 'ledger'>;

/** The rehearsed values stay in the person's draft only. */
const About = RehearsedPart.extend({
  owner: z.string(),
  draft: z.string(),
  task: TaskPlace.optional(),
});

const nobodyCounted: ReadonlyMap<string, number> = new Map();

export function formRehearsal(deps: Pick<RehearseDeps, 'definitions' | 'drafts'> & FormDeps) {
  return defineMessage({
    name: 'newhire.rehearsal',
    label: () => say().rehearsal.label,
    about: About,
    async build({ owner, draft, index, since, task, leftOut }, context) {
      const values = newHireFields.fromDraft((await deps.drafts.find(owner, draft))?.content);
      if (!values) return undefined;
      const asked = { requester: owner, since: new Date(since), sizes: nobodyCounted, leftOut };
      const { request, moments } = foretoldOf(values, asked, deps);
      if (task === undefined) return rehearsed(moments[index], foretoldMessages, { ...context, request });
      const part = { task, since, personName: request.context.personName, to: owner };
      const sequences = values.sequences?.filter(({ value }) => Number(value) === task.sequence);
      const tasks = await formTasks({ ...values, sequences }, asked, deps);
      return rehearsedTask(tasks, part, deps.definitions(), { ...context, request });
    },
  });
}

/** Sends the messages to the person who filled in the draft. @returns what to say about that, in the window */
export async function rehearseForm(draft: string, window: string, by: By<RehearseDeps>) {
  const message = formRehearsal(by);
  const owner = by.viewer.userId;
  const values = newHireFields.fromDraft((await by.drafts.find(owner, draft))?.content);
  const now = by.clock.now();
  const left = values ? await unreachedNow(employeesIn(values), by) : [];
  const leftOut = values ? leftOutIn(values, left) : [];
  const asked = { requester: owner, since: now, sizes: nobodyCounted, leftOut };
  const moments = values ? foretoldOf(values, asked, by).moments.slice(0, mostRehearsed) : [];
  const tasks = toRehearse(values ? await formTasks(values, asked, by) : []);
  for (const part of inOrder(moments, tasks.shown)) {
    const about = { owner, draft, since: now.toISOString(), index: part.index, task: part.task, leftOut };
    await by.ledger.enqueue(message.message(rehearsedBy(owner, window, part.key), about));
  }
  return saidOf(moments.length, tasks).map((sentence) => alert('info', sentence));
}
