import { anyOf } from '../../../slack/forms/form.ts';
import { type Listener, on } from '../../../slack/incoming/listeners.ts';
import type { NewHireDeps } from '../deps.ts';
import type { Autosave } from '../drafts/autosave.ts';
import type { FormWindows } from '../form/form.ts';
import { applyTemplate } from './apply.ts';
import { templateActions, templateFormId, useIds } from './ids.ts';
import { openTemplate, openTemplates, receiveTemplate, removeTemplate } from './on-edit.ts';

export function templateListeners(
  deps: NewHireDeps & { autosave: Autosave },
  forms: FormWindows,
): Listener[] {
  const apply = applyTemplate(deps, forms);
  return [
    on.action(templateActions.manage, 'hr', openTemplates(deps)),
    on.action(templateActions.add, 'hr', openTemplate(deps)),
    on.action(templateActions.edit, 'hr', openTemplate(deps)),
    on.action(templateActions.remove, 'hr', removeTemplate(deps)),
    on.view(templateFormId, 'hr', receiveTemplate(deps)),
    on.change(anyOf([...useIds, templateActions.choose]), 'hr', async (args) => {
      deps.autosave.keepState(args);
      await apply(args);
    }),
  ];
}
