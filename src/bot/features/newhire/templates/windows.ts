import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../../reference.ts';
import type { Bot } from '../../../bot.ts';
import { peopleMenu, sequencesMenu } from '../../../menus.ts';
import type { By } from '../../../slack/button.ts';
import { modal } from '../../../slack/modal.ts';
import { alert, confirmation, cut, paragraph, plain, row } from '../../../slack/views/blocks.ts';
import { longestTemplateName, mostTemplates, type Template } from '../../../storage/templates.ts';
import { newHireForms, type Offered, offeredNow } from '../form/fields.ts';
import { zonesInForm } from '../form/zone.ts';
import { say as sayNotice } from '../notice-messages.ts';
import { fromStored, noticeBlocks, type TemplateValues, templateTable, toStored } from './apply.ts';
import { say } from './messages.ts';

/** Family of both windows, which open in each other's place. */
const family = 'newhire_template';

interface ListFacts {
  templates: readonly Template[];
  offered: Offered;
  /** Result of the previous step, at the top. */
  said?: AlertBlock;
}

/** All templates with their values. */
export const templatesWindow = modal({
  id: 'newhire_templates',
  family,
  role: 'hr',
  metadata: z.object({}),
  facts: (by: Bot): Promise<ListFacts> => listFacts(by),
  title: () => say().title,
  open({ templates, offered, said }) {
    const { intro, none, add, full } = say();
    const isFull = templates.length >= mostTemplates;
    const adds = templateWindow.opener('add')({ id: null }, { text: add });
    return {
      above: [
        ...(said ? [said] : []),
        paragraph(intro),
        ...(isFull ? [paragraph(full(mostTemplates))] : row(adds)),
        ...(templates.length === 0 ? [paragraph(none)] : []),
        ...templates.map((template) => templateBlock(template, offered)),
      ],
    };
  },
});

async function listFacts(by: Bot): Promise<ListFacts> {
  return { templates: await by.templates.load(), offered: offeredNow(undefined, by) };
}

async function listPage(by: Bot, said: AlertBlock): Promise<ModalView> {
  return templatesWindow.view({ ...(await listFacts(by)), said }, {});
}

function templateBlock({ id, name, content }: Template, offered: Offered): KnownBlock {
  const { edit, editOf, empty } = say();
  const lines = linesOf(fromStored(content), offered);
  const button: Button = templateWindow.button({ id }, { text: edit, spoken: cut(editOf(name), 75) });
  return { ...paragraph([name, ...(lines.length > 0 ? lines : [empty])].join('\n')), accessory: button };
}

function linesOf(values: TemplateValues, offered: Offered): string[] {
  const entries = newHireForms().entriesOf(values, { offered, day: String });
  return entries.map(({ label, value }) => say().line(label, cut(value, 500)));
}

interface Facts {
  template: Template | undefined;
  offered: Offered;
  said?: AlertBlock;
}

/** The template that the form saves, and its version when the form was filled in; 0 for a new one. */
const kept = z.object({ key: z.string(), seen: z.int() });

/** A template's form. Stored values that no longer fit are listed on top. */
export const templateWindow = modal({
  id: 'newhire_template',
  family,
  role: 'hr',
  metadata: z.object({ id: z.string().nullable() }),
  kept,
  openers: ['add'],
  async facts(by: Bot, { id, key }: { id: string | null; key?: string }): Promise<Facts | ModalView> {
    const template = id === null ? undefined : await by.templates.find(id);
    const isGone = id !== null && !template && key === undefined;
    return isGone
      ? listPage(by, alert('warning', say().gone))
      : { template, offered: offeredNow(undefined, by) };
  },
  title: () => say().form,
  fields: () => templateTable(),
  offered: (facts: Facts) => facts.offered,
  menus: {
    manager: peopleMenu,
    buddy: peopleMenu,
    sequences: (by, query) => sequencesMenu(by, query, 'onboarding'),
    timezone: zonesInForm,
  },
  open({ template, offered, said }, { key, seen }) {
    const fit = newHireForms().fit(fromStored(template?.content), offered);
    const version = seen ?? template?.version ?? 0;
    return {
      above: [...(said ? [said] : []), ...noticeBlocks(sayNotice().noticeOf([], fit.unfit, undefined))],
      values: { ...fit.values, name: template?.name },
      below: version > 0 ? removeRow() : [],
      keep: { key: key ?? template?.id ?? newReference('T'), seen: version },
    };
  },
  submit: {
    text: () => say().save,
    async run(facts, { key, seen }, { name: typed, ...values }, by) {
      const { nameMissing, nameTaken, full, saved: savedAs, changed, removedMeanwhile } = say();
      // Slack enforces the limit in its own field only, not in other payloads.
      const name = (typed?.length ?? 0) <= longestTemplateName ? typed : undefined;
      const mistakes = newHireForms().checked(values);
      const isWrong = Object.values(mistakes).some((mistake) => mistake !== undefined);
      if (name === undefined || isWrong)
        return { errors: { ...mistakes, name: name === undefined ? nameMissing : undefined } };
      const saved = await by.templates.save({ id: key, seen, by: by.viewer.userId }, name, toStored(values));
      if (saved.kind === 'saved') return listPage(by, alert('success', savedAs(name)));
      if (saved.kind === 'nameTaken') return { errors: { name: nameTaken } };
      if (saved.kind === 'full') return { errors: { name: full(mostTemplates) } };
      // Keep the input, and replace the other person's change only on a second press.
      const { now } = saved;
      const template = {
        id: now ? key : newReference('T'),
        name,
        content: toStored(values),
        version: now?.version ?? 0,
      };
      return formPage({
        ...facts,
        template,
        said: alert('warning', now ? changed : removedMeanwhile),
      });
    },
  },
  actions: {
    async delete(_facts, { key: id, seen }, _press, by: By<Bot>) {
      const { gone, removed, changedUnseen } = say();
      const template = await by.templates.find(id);
      const isGone = await by.templates.remove({ id, seen, by: by.viewer.userId });
      const done = alert('success', template ? removed(template.name) : gone);
      return listPage(by, isGone ? done : alert('warning', changedUnseen(template?.name ?? '')));
    },
  },
});

function formPage(facts: Facts): ModalView {
  return templateWindow.view(facts, { id: null });
}

function removeRow(): KnownBlock[] {
  const { remove, confirm } = say();
  return row({
    type: 'button',
    style: 'danger',
    action_id: templateWindow.action('delete'),
    text: plain(remove),
    confirm: { ...confirmation(confirm), style: 'danger' },
  });
}
