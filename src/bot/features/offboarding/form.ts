import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Offboarding } from '../../../contract/employee.ts';
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
import { checkWindow, type Trouble } from '../../preview/check-window.ts';
import { say as sayPreview } from '../../preview/messages.ts';
import type { By } from '../../slack/button.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { modal } from '../../slack/modal.ts';
import { alert, paragraph } from '../../slack/views/blocks.ts';
import { hasRoomAbove } from '../../slack/views/view.ts';
import { say as sayCheck } from './check/messages.ts';
import { askedBy, type Check, checkBlocks, secondLook, submitText } from './check/second-look.ts';
import {
  checkId,
  formId,
  type OffboardingValues,
  offboardingFields,
  offboardingForms,
  parseOffboarding,
} from './fields.ts';
import { say } from './messages.ts';
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
      const known = await whatIsKnown({ payload, form }, by.viewer, by);
      if (known.mistakes) return { errors: known.mistakes };
      const filled = { form, values, payload, earlier: known.earlier };
      // A form that was sent before changes nothing: show its result.
      if (known.isSent) return (await send(filled, by, here)).answer;
      const check = await checked(filled, by);
      return { above: (isAbove) => offboardingCheck.view(check, { ...choiceOf(form, payload), isAbove }) };
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
type Choice = z.infer<typeof Choice>;

/** Page that asks before the form is sent. */
export const offboardingCheck = checkWindow({
  id: checkId,
  role: 'managers',
  metadata: Choice,
  async facts(by: By<Bot>, choice): Promise<Check | Trouble | ModalView> {
    const { titles, notThere, form } = say();
    if (lacksOffboarding(by)) return noticeView(titles.notThere, notThere);
    const { directory, clock, viewer } = by;
    if (!directory.current()) await within(clock, patience, directory.refresh());
    if (!directory.current()) return { trouble: noEmployees(), again: form.submit };
    const values = valuesOf(choice, by);
    const parsed = parseOffboarding(values, by);
    if (!parsed.ok) return refused(parsed.errors);
    const { payload } = parsed;
    const { mistakes, isSent, earlier } = await whatIsKnown({ payload, form: choice.form }, viewer, by);
    if (mistakes) return refused(mistakes);
    return checked({ values, payload, earlier, isSent }, by);
  },
  title: () => sayCheck().check.title,
  blocks: checkBlocks,
  codes: askedBy,
  text: submitText,
  async send(check, { form }, by, here) {
    const { other, answer } = await send({ ...check, form }, by, here);
    // Another person was faster: show their plan before changing it.
    return other ? { instead: await checked({ ...check, earlier: other }, by) } : answer;
  },
  refused,
  async back(choice, by) {
    const notice = by.directory.current() ? {} : { notice: noEmployees() };
    return offboardingForm(by, { prefill: valuesOf(choice, by), ...notice });
  },
});

async function checked(input: Omit<Check, 'look' | 'preview' | 'userId'>, by: By<Bot>): Promise<Check> {
  const look = await secondLook(input, by.viewer, by);
  return { ...input, look, preview: look.preview, userId: by.viewer.userId };
}

function refused(errors: Record<string, string>): Trouble {
  return { trouble: sayPreview().check.mistakes, lines: Object.values(errors) };
}

function choiceOf(form: string, { user, termination_date: day, sequences }: Offboarding): Choice {
  return { form, user, day, sequences };
}

function valuesOf(
  { user, day, sequences }: Choice,
  { directory }: Pick<Bot, 'directory'>,
): OffboardingValues {
  const offered = { snapshot: directory.current() };
  const named = sequenceLabels('offboarding', sequences, offered);
  const personName = employeeLabel(user, offered);
  const context = { personName, sequenceNames: named, viewId: '' };
  const payload = { user, termination_date: day, sequences };
  return offboardingFields.fromRequest({ payload, context }, offered);
}
