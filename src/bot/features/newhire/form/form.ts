import type { Button, KnownBlock, ModalView } from '@slack/types';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { within } from '../../../../time/clock.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, listed, note, plain } from '../../../slack/views/blocks.ts';
import { isBlockOf, option, withBlocks } from '../../../slack/views/view.ts';
import type { Template } from '../../../storage/templates.ts';
import { zoneOption } from '../../../zones.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { say as sayNewHire } from '../messages.ts';
import { chooseTemplate, mostButtons, templatesRow, useIds } from '../templates/fields.ts';
import { say } from '../templates/messages.ts';
import {
  actions,
  draftRow,
  formId,
  type HireValues,
  moreRow,
  newHireFields,
  newHireForms,
  noticeId,
  type Offered,
  offeredNow,
} from './fields.ts';
import { managersZone, proposed } from './propose-zone.ts';

export const Metadata = z.object({
  /** Submission reference: one form makes at most one request. */
  form: z.string(),
  draft: z.string().optional(),
  /** The zone of the manager with id `of`, while the zone field is hidden. */
  zone: z.object({ of: z.string(), name: z.string() }).optional(),
  template: z.string().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/** Key of the form's draft. A resumed form keeps the key of its draft. */
export function draftKeyOf({ form, draft }: Metadata): string {
  return draft ?? form;
}

interface FormOptions extends Metadata {
  values: HireValues;
  offered: Offered;
  notice: readonly string[];
  templates: readonly Template[];
  isFull: boolean;
}

export function newHireForm(options: FormOptions): ModalView {
  const { form, draft, template, values, offered, notice, templates, isFull } = options;
  const { buttons, titles } = sayNewHire();
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form, draft, template } satisfies Metadata),
    title: plain(titles.form),
    submit: plain(buttons.submit),
    close: plain(saySlack().cancel),
    // After “Add another”, the previous form may still be below.
    clear_on_close: true,
    // Closing it halfway sends a message with the draft.
    notify_on_close: true,
    blocks: [
      ...templatesBlocks(templates),
      ...noticeBlocks(notice),
      ...newHireForms().part(values, offered, 'first'),
      ...(isFull || newHireForms().filledIn(values).some(isFurther)
        ? newHireForms().part(values, offered, 'further')
        : [moreButton()]),
      {
        type: 'actions',
        block_id: draftRow.button,
        elements: [
          { type: 'button', action_id: actions.saveDraft, text: plain(buttons.saveDraft) },
          { type: 'button', action_id: actions.plan, text: plain(sayPlan().title) },
        ],
      },
    ],
  };
}

function noticeBlocks([sentence, ...lines]: readonly string[]): KnownBlock[] {
  return sentence === undefined ? [] : [{ ...alert('info', sentence), block_id: noticeId }, ...listed(lines)];
}

function isFurther(name: keyof HireValues): boolean {
  const { isFurther = false }: FieldOptions = newHireFields.table[name];
  return isFurther;
}

function moreButton(): KnownBlock {
  const text = plain(sayNewHire().buttons.more);
  return {
    type: 'actions',
    block_id: moreRow,
    elements: [{ type: 'button', action_id: actions.more, text }],
  };
}

/** The form's templates: a button each, or a menu if there are too many. */
function templatesBlocks(templates: readonly Template[]): KnownBlock[] {
  if (templates.length === 0) return [];
  const { start, choose } = say();
  const asButtons = templates.map(
    ({ id, name }, index): Button => ({
      type: 'button',
      action_id: useIds[index] ?? '',
      text: plain(name, 75),
      value: id,
    }),
  );
  const asMenu = {
    type: 'static_select',
    action_id: chooseTemplate,
    placeholder: plain(choose),
    options: templates.map(({ id, name }) => option(name, id)),
  } as const;
  return [
    { ...note(start), block_id: templatesRow.note },
    {
      type: 'actions',
      block_id: templatesRow.buttons,
      elements: templates.length > mostButtons ? [asMenu] : asButtons,
    },
  ];
}

const most = 1_000;

export type FormWindows = ReturnType<typeof createFormWindows>;

/** State of the open forms in this process. Other processes' changes show in the window's own state. */
export function createFormWindows() {
  const latest = new LRUCache<string, symbol>({ max: most });
  const expanded = new LRUCache<string, true>({ max: most });
  return {
    newest(viewId: string) {
      const mine = Symbol(viewId);
      latest.set(viewId, mine);
      return () => {
        const isNewest = latest.get(viewId) === mine;
        if (isNewest) latest.delete(viewId);
        return isNewest;
      };
    },

    expand: (viewId: string) => void expanded.set(viewId, true),
    isExpanded: (viewId: string) => expanded.has(viewId),
  };
}

export function valuesIn(
  view: { private_metadata: string; state: { values: object } },
  deps: FormDeps,
): HireValues {
  const values = newHireFields.read(view.state.values);
  const isShown = Object.keys(view.state.values).some((id) => isBlockOf(id, 'timezone'));
  return isShown ? values : withUnseenZone(values, Metadata.parse(JSON.parse(view.private_metadata)), deps);
}

export function withUnseenZone(values: HireValues, { zone }: Metadata, deps: FormDeps): HireValues {
  return zone !== undefined && zone.of === values.manager?.value
    ? withZoneOf(values, zone.name, deps)
    : values;
}

/** Zone to carry on a page that replaces a form without a zone field. @param values to send */
export function unseenZone(form: OpenView, { manager, timezone }: HireValues): Metadata['zone'] {
  const isUnseen = isShortForm(form) && manager && timezone;
  return isUnseen ? { of: manager.value, name: timezone.value } : undefined;
}

/** Time limit for the manager's zone on submit, in milliseconds: Slack waits three seconds. */
const patience = 300;

export async function valuesToSend(
  view: OpenView & { state: { values: object } },
  deps: FormDeps & Pick<NewHireDeps, 'people'>,
): Promise<HireValues> {
  const values = valuesIn(view, deps);
  if (!isShortForm(view) || values.timezone || !values.manager) return values;
  const zone = await within(deps.clock, patience, managersZone(values, deps));
  return zone === undefined ? values : withZoneOf(values, zone, deps);
}

function withZoneOf(values: HireValues, zone: string, deps: FormDeps): HireValues {
  return { ...values, timezone: zoneOption(zone, offeredNow(values.start_day, deps).day) };
}

/** Whether "More fields" hides some fields. */
export function isShortForm({ blocks }: Pick<OpenView, 'blocks'>): boolean {
  return blocks.some(({ block_id }) => block_id === moreRow);
}

/** The form with all fields instead of the button. The other blocks stay, and so does their input. */
export function expanded(
  open: OpenView,
  values: HireValues,
  deps: FormDeps,
  { above = [] }: { above?: readonly KnownBlock[] },
) {
  const offered = offeredNow(values.start_day, deps);
  const fields = newHireForms()
    .part(values, offered, 'further')
    .map((block) => {
      const { timezone } = values;
      // Nobody chose this zone, so it keeps following the manager.
      return timezone && isBlockOf(block.block_id ?? '', 'timezone') ? proposed(timezone, offered) : block;
    });
  const blocks = open.blocks.flatMap((block) =>
    block.block_id === moreRow ? [...above, ...fields] : [block],
  );
  return withBlocks(open, blocks);
}
