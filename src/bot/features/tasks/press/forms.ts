import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { longestNote, type Task } from '../../../../contract/additions/tasks.ts';
import { inEachLanguage, type Language } from '../../../../language.ts';
import { employeeField, type Offered } from '../../../menus.ts';
import { Form } from '../../../slack/forms/form.ts';
import { dateField, textField } from '../../../slack/forms/typed-fields.ts';
import { alert, mrkdwn, paragraph, plain } from '../../../slack/views/blocks.ts';
import { words as slackWords } from '../../../slack/words.ts';
import { TaskRef, views } from '../ids.ts';
import { words } from '../words.ts';

/** `private_metadata` of a task's form. `version` is the task's version when it was opened. */
export const Metadata = TaskRef.extend({ version: z.int() });

export const postponeForms = inEachLanguage((language) => {
  const { labels, hint } = words[language].postpone;
  return new Form(views.postpone, {
    day: dateField({ label: labels.day, required: true }),
    note: textField({ label: labels.note, hint, most: longestNote, multiline: true }),
  });
});

function passOnFields(language: Language) {
  const { labels, whenUnavailable } = words[language].passOn;
  return { assignee: employeeField({ label: labels.assignee, required: true, whenUnavailable, language }) };
}

export const passOnForms = inEachLanguage(
  (language) => new Form<ReturnType<typeof passOnFields>, Offered>(views.passOn, passOnFields(language)),
);

interface FormAbout {
  task: Task;
  service: string;
  /** The task was changed since the form was opened. */
  isChanged?: boolean;
}

/** Form for postponing a task. */
export function postponeForm(about: FormAbout, language: Language): ModalView {
  const { titles, postpone } = words[language];
  const blocks = [...postponeForms[language].blocks({}, undefined)];
  return formView(
    { ...about, callback_id: views.postpone, title: titles.postpone, save: postpone.save },
    blocks,
    language,
  );
}

/** Form for passing a task on. Warns that the new assignee of an offboarding task learns about the departure. */
export function passOnForm(about: FormAbout, language: Language): ModalView {
  const { titles, passOn } = words[language];
  const fields = passOnForms[language].blocks({}, { snapshot: undefined });
  const isLeaver = about.task.kind === 'offboarding';
  const blocks = [...fields, ...(isLeaver ? [alert('warning', passOn.leaver)] : [])];
  return formView(
    { ...about, callback_id: views.passOn, title: titles.passOn, save: passOn.save },
    blocks,
    language,
  );
}

interface FormParts extends FormAbout {
  callback_id: string;
  title: string;
  save: string;
}

function formView(
  { task, service, isChanged, callback_id, title, save }: FormParts,
  fields: ModalView['blocks'],
  language: Language,
): ModalView {
  const { about, due, said } = words[language];
  const metadata = { service, task: task.id, version: task.version } satisfies z.infer<typeof Metadata>;
  return {
    type: 'modal',
    callback_id,
    private_metadata: JSON.stringify(metadata),
    title: plain(title, 24),
    submit: plain(save),
    close: plain(slackWords[language].cancel),
    blocks: [
      ...(isChanged ? [alert('warning', said.changed)] : []),
      paragraph(task.text),
      paragraph([about(task, false), due(task.due_day)].join('\n')),
      ...fields,
    ],
  };
}

/** Last page of a form, with its outcome. @param sentence in mrkdwn */
export function outcomeOf(sentence: string, title: string, language: Language): ModalView {
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain(slackWords[language].close),
    clear_on_close: true,
    blocks: [mrkdwn(sentence)],
  };
}
