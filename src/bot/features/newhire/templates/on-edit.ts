import type { AlertBlock } from '@slack/types';
import { newReference } from '../../../../reference.ts';
import type { MenuDeps } from '../../../menus.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { showInPlace } from '../../../slack/views/open-view.ts';
import { atBlocks } from '../../../slack/views/view.ts';
import { mostTemplates } from '../../../storage/templates.ts';
import type { NewHireDeps } from '../deps.ts';
import { newHireForms } from '../form/fields.ts';
import { fromStored, type TemplateValues, templateForms, toStored } from './fields.ts';
import { longestName } from './ids.ts';
import { say } from './messages.ts';
import { TemplateMetadata, templatePage, templatesPage } from './pages.ts';

type EditDeps = MenuDeps & Pick<NewHireDeps, 'templates' | 'windows'>;

export function openTemplates(deps: EditDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    await showInPlace(deps.windows, args, await listPage(deps));
  };
}

export function openTemplate(deps: EditDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    await showInPlace(deps.windows, args, await pageOf(args.action.value, deps));
  };
}

async function pageOf(id: string | undefined, deps: EditDeps) {
  if (id === undefined) return templatePage({ id: newReference('T'), seen: 0, values: {} }, deps);
  const template = await deps.templates.find(id);
  if (!template) return listPage(deps, alert('warning', say().gone));
  const { name, version: seen, content } = template;
  return templatePage({ id, seen, name, values: fromStored(content) }, deps);
}

export function receiveTemplate(deps: EditDeps) {
  return async ({ ack, view, body }: FormArgs) => {
    const { nameMissing, nameTaken, full, saved: savedAs } = say();
    const form = templateForms();
    const { name: typed, ...values } = form.read(view.state.values);
    // Slack enforces the limit in its own field only, not in other payloads.
    const name = (typed?.length ?? 0) <= longestName ? typed : undefined;
    const errors = form.errors({ ...mistakesIn(values), name: name ? undefined : nameMissing });
    const refuse = (sentences: Record<string, string>) =>
      ack({ response_action: 'errors', errors: atBlocks(view, sentences) });
    if (errors || !name) return refuse(errors ?? { name: nameMissing });
    const { id, seen } = TemplateMetadata.parse(JSON.parse(view.private_metadata));
    const saved = await deps.templates.save({ id, seen, by: body.user.id }, name, toStored(values));
    if (saved.kind === 'nameTaken') return refuse({ name: nameTaken });
    if (saved.kind === 'full') return refuse({ name: full(mostTemplates) });
    const page =
      saved.kind === 'saved'
        ? await listPage(deps, alert('success', savedAs(name)))
        : lookAgain({ id, name, values, version: saved.now?.version }, deps);
    return ack({ response_action: 'update', view: page });
  };
}

/** Errors for placeholder entries of menus that couldn't load. */
function mistakesIn(values: TemplateValues) {
  return newHireForms().checked(values);
}

/** Another person saved or deleted it first: keep the input, and replace their change only on a second press. */
function lookAgain(
  typed: { id: string; name: string; values: TemplateValues; version: number | undefined },
  deps: EditDeps,
) {
  const { changed, removedMeanwhile } = say();
  const { id, name, values, version } = typed;
  if (version !== undefined)
    return templatePage({ id, seen: version, name, values, said: alert('warning', changed) }, deps);
  const said = alert('warning', removedMeanwhile);
  return templatePage({ id: newReference('T'), seen: 0, name, values, said }, deps);
}

export function removeTemplate(deps: EditDeps) {
  return async (args: ButtonArgs) => {
    const { ack, body } = args;
    await ack();
    const { view: open } = originOf(body);
    if (!open) return;
    const { gone, removed, changedUnseen } = say();
    const { id, seen } = TemplateMetadata.parse(JSON.parse(open.private_metadata));
    const template = await deps.templates.find(id);
    const isGone = await deps.templates.remove({ id, seen, by: body.user.id });
    const done = alert('success', template ? removed(template.name) : gone);
    const said = isGone ? done : alert('warning', changedUnseen(template?.name ?? ''));
    await showInPlace(deps.windows, args, await listPage(deps, said));
  };
}

async function listPage(deps: EditDeps, said?: AlertBlock) {
  return templatesPage(await deps.templates.load(), deps, { said });
}
