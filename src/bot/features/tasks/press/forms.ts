import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { longestNote, type Task } from '../../../../contract/additions/tasks.ts';
import { perLanguage } from '../../../../language.ts';
import { employeeField, type Offered } from '../../../menus.ts';
import { Form } from '../../../slack/forms/form.ts';
import { dateField, textField } from '../../../slack/forms/typed-fields.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, mrkdwn, paragraph, plain } from '../../../slack/views/blocks.ts';
import { TaskRef, views } from '../ids.ts';
import { say as sayTasks } from '../messages.ts';

/** `private_metadata` of a task's form. `version` is the task's version when it was opened. */
export const Metadata = TaskRef.extend({ version: z.int() });

export const postponeForms = perLanguage(() => {
  const { labels, hint } = sayTasks().postpone;
  return new Form(views.postpone, {
    day: dateField({ label: labels.day, required: true }),
    note: textField({ label: labels.note, hint, most: longestNote, multiline: true }),
  });
});

function passOnFields() {
  const { labels, whenUnavailable } = sayTasks().passOn;
  return { assignee: employeeField({ label: labels.assignee, required: true, whenUnavailable }) };
}

export const passOnForms = perLanguage(
  () => new Form<ReturnType<typeof passOnFields>, Offered>(views.passOn, passOnFields()),
);

interface FormAbout {
  task: Task;
  service: string;
  /** The task was changed since the form was opened. */
  isChanged?: boolean;
}

/** Form for postponing a task. */
export function postponeForm(about: FormAbout): ModalView {
  const { titles, postpone } = sayTasks();
  const blocks = [...postponeForms().blocks({}, undefined)];
  return formView(
    { ...about, callback_id: views.postpone, title: titles.postpone, save: postpone.save },
    blocks,
  );
}

/** Form for passing a task on. Warns that the new assignee of an offboarding task learns about the departure. */
export function passOnForm(about: FormAbout): ModalView {
  const { titles, passOn } = sayTasks();
  const fields = passOnForms().blocks({}, { snapshot: undefined });
  const isLeaver = about.task.kind === 'offboarding';
  const blocks = [...fields, ...(isLeaver ? [alert('warning', passOn.leaver)] : [])];
  return formView({ ...about, callback_id: views.passOn, title: titles.passOn, save: passOn.save }, blocks);
}

interface FormParts extends FormAbout {
  callback_id: string;
  title: string;
  save: string;
}

function formView(
  { task, service, isChanged, callback_id, title, save }: FormParts,
  fields: ModalView['blocks'],
): ModalView {
  const { about, due, said } = sayTasks();
  const metadata = { service, task: task.id, version: task.version } satisfies z.infer<typeof Metadata>;
  return {
    type: 'modal',
    callback_id,
    private_metadata: JSON.stringify(metadata),
    title: plain(title, 24),
    submit: plain(save),
    close: plain(saySlack().cancel),
    blocks: [
      ...(isChanged ? [alert('warning', said.changed)] : []),
      paragraph(task.text),
      paragraph([about(task, false), due(task.due_day)].join('\n')),
      ...fields,
    ],
  };
}

/** Last page of a form, with its outcome. @param sentence in mrkdwn */
export function outcomeOf(sentence: string, title: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain(saySlack().close),
    clear_on_close: true,
    blocks: [mrkdwn(sentence)],
  };
}
