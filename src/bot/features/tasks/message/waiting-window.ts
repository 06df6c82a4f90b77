import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import { escapeMrkdwn } from '../../../slack/views/blocks.ts';
import type { TaskDeps } from '../deps.ts';
import { TaskRef } from '../ids.ts';
import { say } from '../messages.ts';
import { outcomeOf } from '../press/forms.ts';
import { found, later, namesIn } from './due.ts';

const About = TaskRef.extend({ form: z.enum(['postpone', 'passOn']) });

/** Replaces a form's "waiting for the service" page with the task's current state. */
export function defineWaitingWindow(deps: TaskDeps) {
  return defineMessage({
    name: 'task.window',
    about: About,
    async build({ service, task: id, form }, { now }) {
      if (service !== deps.service.name()) return { dropped: 'another service' };
      const task = await found(id, deps);
      if (task === 'unknown') return later(now);
      const { said, stands, titles } = say();
      const nameOf = (employee: number) => escapeMrkdwn(namesIn(deps)(employee));
      const sentence = task ? stands(task, nameOf) : said.gone;
      return { text: '', blocks: [outcomeOf(sentence, titles[form])] };
    },
  });
}
