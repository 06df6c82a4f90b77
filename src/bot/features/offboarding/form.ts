import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../log.ts';
import { within } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import {
  employeeLabel,
  noEmployees,
  type Offered,
  peopleMenu,
  sequenceLabels,
  sequencesMenu,
} from '../../menus.ts';
import { checkWindow, mistakesIn, type Trouble } from '../../preview/check-window.ts';
import type { By } from '../../slack/button.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { modal } from '../../slack/modal.ts';
import { alert, paragraph } from '../../slack/views/blocks.ts';
import { hasRoomAbove } from '../../slack/views/view.ts';
import {
  checkId,
  formId,
  type OffboardingValues,
  offboardingFields,
  offboardingForms,
  parseOffboarding,
} from './fields.ts';
import { say } from './messages.ts';
import { askedBy, type Check, checkBlocks, secondLook, submitText } from './second-look.ts';
import { send, whatIsKnown } from './send.ts';

export interface Filling {
  prefill?: OffboardingValues | undefined;
  notice?: string;
}

/** Whether the service has no offboarding. Asks it again in the background: it may have been updated. */
export function lacksOffboarding({ directory }: Pick<Bot, 'directory'>): boolean {
  if (!directory.lacksOffboarding()) return false;
  directory.refreshIfOlder(askAgainAfter);
  return true;
}

const askAgainAfter = 15_000;

/** Reads what the form offers, and begins to read what it will need. */
function offeredNow({ directory, sequenceTasks }: Bot) {
  directory.refreshIfOlder(60_000);
  sequenceTasks.warm();
  return { snapshot: directory.current() };
}

export const formWindow = modal({
  id: formId,
  role: 'managers',
  // One form makes at most one request.
  metadata: z.object({ form: z.string() }),
  facts: async (by: Bot) => offeredNow(by),
  title: () => say().title,
  fields: () => offboardingForms().table,
  offered: (facts: Offered) => facts,
  menus: {
    employee: peopleMenu,
    sequences: (by, query) => sequencesMenu(by, query, 'offboarding'),
  },
  open: () => ({ above: [paragraph(say().form.intro)] }),
  submit: {
    text: () => say().form.next,
    async run(_facts, { form }, values, by, here) {
      const { titles, notThere } = say();
      if (lacksOffboarding(by))
        return hasRoomAbove(here.open)
          ? { above: () => noticeView(titles.notThere, notThere) }
          : { errors: { user: notThere } };
      const parsed = parseOffboarding(values, by);
      if (!parsed.ok) return parsed;
      const { payload } = parsed;
      const { mistakes, isSent, earlier } = await whatIsKnown(payload, form, by);
      if (mistakes) return { errors: mistakes };
      // A form that was sent before changes nothing: show its result.
      if (isSent) return (await send({ form, values, payload, earlier }, by, here)).answer;
      const check = await secondLook({ values, payload, earlier }, by);
      const { user, termination_date: day, sequences } = payload;
      return { above: (isAbove) => offboardingCheck.view(check, { form, user, day, sequences, isAbove }) };
    },
  },
});

/**
 * The form, filled in, or a notice if the service has no offboarding. Values that no longer fit are named at its top,
 * unless another notice is.
 */
export function offboardingForm(deps: Bot, { prefill = {}, notice }: Filling = {}): ModalView {
  const { titles, notThere, notices } = say();
  if (lacksOffboarding(deps)) return noticeView(titles.notThere, notThere);
  const offered = offeredNow(deps);
  const { values, unfit } = offboardingFields.fit(prefill, offered);
  const texts = unfit.flatMap((one) => one.texts);
  const said = notice ?? (texts.length > 0 ? notices.unfit(texts) : undefined);
  const again = said === undefined ? [] : [alert('warning', said)];
  return formWindow.view(offered, { form: newReference('F') }, { again, values });
}

/** Time limit for reading the employees if this process has none yet, in milliseconds. */
const patience = 1_000;

/** Choices in the form. */
const Choice = z.object({
  form: z.string(),
  user: z.int(),
  day: z.string(),
  sequences: z.array(z.int()),
});

/** Page that asks before the form is sent. */
export const offboardingCheck = checkWindow({
  id: checkId,
  role: 'managers',
  metadata: Choice,
  async facts(by: By<Bot>, choice): Promise<Check | Trouble | ModalView> {
    const { titles, notThere, form } = say();
    if (lacksOffboarding(by)) return noticeView(titles.notThere, notThere);
    const { directory, clock } = by;
    if (!directory.current()) await within(clock, patience, directory.refresh());
    if (!directory.current()) return { trouble: noEmployees(), again: form.submit };
    const values = valuesOf(choice, by);
    const parsed = parseOffboarding(values, by);
    if (!parsed.ok) return refused(parsed.errors);
    const { payload } = parsed;
    const { mistakes, isSent, earlier } = await whatIsKnown(payload, choice.form, by);
    return mistakes ? refused(mistakes) : secondLook({ values, payload, earlier, isSent }, by);
  },
  title: () => say().check.title,
  blocks: checkBlocks,
  codes: askedBy,
  text: submitText,
  async send(check, { form }, by, here) {
    const { other, answer } = await send({ ...check, form }, by, here);
    // Another person was faster: show their plan before changing it.
    return other ? { instead: await secondLook({ ...check, earlier: other }, by) } : answer;
  },
  refused,
  async back(choice, by) {
    const notice = by.directory.current() ? {} : { notice: noEmployees() };
    return offboardingForm(by, { prefill: valuesOf(choice, by), ...notice });
  },
});

function refused(errors: Record<string, string>): Trouble {
  return mistakesIn(Object.values(errors));
}

function valuesOf({ user, day, sequences }: z.infer<typeof Choice>, { directory }: Bot): OffboardingValues {
  const offered = { snapshot: directory.current() };
  const named = sequenceLabels('offboarding', sequences, offered);
  const personName = employeeLabel(user, offered);
  const context = { personName, sequenceNames: named, viewId: '' };
  const payload = { user, termination_date: day, sequences };
  return offboardingFields.fromRequest({ payload, context }, offered);
}
