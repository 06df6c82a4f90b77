import { anyOf } from '../../../slack/forms/form.ts';
import type { NewHireDeps } from '../deps.ts';
import type { Autosave } from '../drafts/autosave.ts';
import type { FormWindows } from '../form/form-windows.ts';
import { applyTemplate } from './apply.ts';
import { templateActions, templateFormId, useIds } from './ids.ts';
import { openTemplate, openTemplates, receiveTemplate, removeTemplate } from './on-edit.ts';

/** Registers the templates' pages, and the buttons that fill in a form. */
export function registerTemplates(deps: NewHireDeps & { autosave: Autosave }, forms: FormWindows): void {
  const { app, only } = deps;
  const apply = applyTemplate(deps, forms);
  app.action(templateActions.manage, only('hr'), openTemplates(deps));
  app.action(templateActions.add, only('hr'), openTemplate(deps));
  app.action(templateActions.edit, only('hr'), openTemplate(deps));
  app.action(templateActions.remove, only('hr'), removeTemplate(deps));
  app.view(templateFormId, only('hr'), receiveTemplate(deps));
  app.action(anyOf([...useIds, templateActions.choose]), only('hr'), async (args) => {
    deps.autosave.keepState(args);
    await apply(args);
  });
}
