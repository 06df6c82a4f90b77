import { z } from 'zod';
import { say } from '../../../plan/messages.ts';
import { mostRehearsed, RehearsedPart, rehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { withBlocks } from '../../../slack/views/view.ts';
import { TaskPlace } from '../../../tasks/plan-tasks.ts';
import { inOrder, rehearsedTask, saidOf, toRehearse } from '../../../tasks/rehearse-tasks.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import { employeesIn, leftOutIn, unreachedNow } from '../result/result.ts';
import { foretoldOf } from './foretell.ts';
import { foretoldMessages } from './plan.ts';
import { formTasks } from './tasks.ts';

type RehearseDeps = FormDeps &
  Pick<NewHireDeps, 'definitions' | 'drafts' | 'findEmployee' | 'ledger' | 'windows'>;

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

export function rehearseForm(deps: RehearseDeps) {
  const message = formRehearsal(deps);
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view: open } = originOf(args.body);
    if (!open) return;
    const owner = args.body.user.id;
    const draft = draftKeyOf(Metadata.parse(JSON.parse(open.private_metadata)));
    const values = newHireFields.fromDraft((await deps.drafts.find(owner, draft))?.content);
    const now = deps.clock.now();
    const left = values ? await unreachedNow(employeesIn(values), deps) : [];
    const leftOut = values ? leftOutIn(values, left) : [];
    const asked = { requester: owner, since: now, sizes: nobodyCounted, leftOut };
    const moments = values ? foretoldOf(values, asked, deps).moments.slice(0, mostRehearsed) : [];
    const tasks = toRehearse(values ? await formTasks(values, asked, deps) : []);
    for (const part of inOrder(moments, tasks.shown)) {
      const about = { owner, draft, since: now.toISOString(), index: part.index, task: part.task, leftOut };
      await deps.ledger.enqueue(message.message(rehearsedBy(owner, open.id, part.key), about));
    }
    const said = saidOf(moments.length, tasks).map((sentence) => alert('info', sentence));
    const others = open.blocks.filter(({ type }) => type !== 'alert');
    await deps.windows.follow(open, withBlocks(open, [...others, ...said]));
  };
}
