import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../log.ts';
import { tryWithin, within } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import {
  employeeEntry,
  employeeLabel,
  noEmployees,
  type Offered,
  peopleMenu,
  personOption,
  sequenceLabels,
  sequencesMenu,
} from '../../menus.ts';
import { checkWindow, mistakesIn, type Trouble } from '../../preview/check-window.ts';
import { OfRequest } from '../../requests/request-button.ts';
import { type By, button } from '../../slack/button.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { bounded } from '../../slack/incoming/arrival.ts';
import type { ButtonArgs, CommandArgs, ShortcutArgs } from '../../slack/incoming/listeners.ts';
import { modal } from '../../slack/modal.ts';
import { alert, paragraph, piecesOf } from '../../slack/views/blocks.ts';
import { openView, showAbove, showInPlace } from '../../slack/views/open-view.ts';
import { hasRoomAbove } from '../../slack/views/view.ts';
import {
  actions,
  type OffboardingValues,
  offboardingFields,
  offboardingForms,
  parseOffboarding,
} from './fields.ts';
import { say } from './messages.ts';
import { isOffboarding, kind, mayKnow, type OffboardingRequest } from './request.ts';
import {
  askedBy,
  type Check,
  changesOne,
  checkBlocks,
  secondLook,
  submitText,
  whoOf,
} from './second-look.ts';
import { send, whatIsKnown } from './send.ts';

interface Filling {
  prefill?: OffboardingValues | undefined;
  notice?: string;
  /** Employee whose offboarding is changed: the form has no field for them then. */
  changes?: number | undefined;
}

/** Whether the service has no offboarding. Asks it again in the background: it may have been updated. */
function lacksOffboarding({ directory }: Pick<Bot, 'directory'>): boolean {
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

const FormKey = z.object({
  /** One form makes at most one request. */
  form: z.string(),
  /** Employee whose offboarding is changed. */
  changes: z.int().optional(),
});

interface FormFacts extends Offered {
  changes: number | undefined;
}

export const formWindow = modal({
  id: 'offboard',
  role: 'managers',
  metadata: FormKey,
  facts: async (by: Bot, { changes }: z.infer<typeof FormKey>): Promise<FormFacts> => ({
    ...offeredNow(by),
    changes,
  }),
  title: ({ changes }: FormFacts) => (changes === undefined ? say().title : say().changeDay),
  fields({ changes }: FormFacts): Partial<ReturnType<typeof offboardingForms>['table']> {
    const { user, ...others } = offboardingForms().table;
    return changes === undefined ? { user, ...others } : others;
  },
  offered: ({ snapshot }: FormFacts): Offered => ({ snapshot }),
  menus: {
    employee: peopleMenu,
    sequences: (by, query) => sequencesMenu(by, query, 'offboarding'),
  },
  open: (facts: FormFacts) => ({ above: [paragraph([...whoIs(facts), say().form.intro].join('\n'))] }),
  submit: {
    text: () => say().form.next,
    async run(facts, { form, changes }, read, by, here) {
      const { titles, notThere } = say();
      // A change has no field for the employee.
      const atEmployee = (said: string) =>
        changes === undefined ? { user: said } : { termination_date: said };
      if (lacksOffboarding(by))
        return hasRoomAbove(here.open)
          ? { above: () => noticeView(titles.notThere, notThere) }
          : { errors: atEmployee(notThere) };
      const user = changes === undefined ? read.user : employeeEntry(changes, undefined, facts);
      const values = { ...read, user };
      const parsed = parseOffboarding(values, by);
      if (!parsed.ok) return parsed;
      const { payload } = parsed;
      const { mistakes, isSent, earlier } = await whatIsKnown(payload, form, by);
      if (mistakes) return { errors: atEmployee(mistakes.user) };
      // A form that was sent before changes nothing: show its result.
      if (isSent) return (await send({ form, values, payload, earlier }, by, here)).answer;
      const check = await secondLook({ values, payload, earlier }, by);
      const choice = { form, changes, user: payload.user, day: payload.termination_date };
      const { sequences } = payload;
      return { above: (isAbove) => offboardingCheck.view(check, { ...choice, sequences, isAbove }) };
    },
  },
});

/** Name and address of an employee who can't be chosen. */
function whoIs({ changes: id, snapshot }: FormFacts): string[] {
  if (id === undefined) return [];
  return [say().check.who(employeeLabel(id, { snapshot }), snapshot?.people.get(id)?.email ?? '')];
}

/**
 * The form, filled in, or a notice if the service has no offboarding. Values that no longer fit are named at its top,
 * unless another notice is.
 */
function offboardingForm(deps: Bot, { prefill = {}, notice, changes }: Filling = {}): ModalView {
  const { titles, notThere, notices } = say();
  if (lacksOffboarding(deps)) return noticeView(titles.notThere, notThere);
  const offered = offeredNow(deps);
  const { values, unfit } = offboardingFields.fit(prefill, offered);
  const texts = unfit.flatMap((one) => one.texts);
  const said = notice ?? (texts.length > 0 ? notices.unfit(texts) : undefined);
  const again = said === undefined ? [] : [alert('warning', said)];
  return formWindow.view({ ...offered, changes }, { form: newReference('F'), changes }, { again, values });
}

/** Time limit for Slack, and for reading the employees, in milliseconds: a trigger expires after three seconds. */
const patience = 1_000;

/** Choices in the form. */
const Choice = FormKey.extend({
  user: z.int(),
  day: z.string(),
  sequences: z.array(z.int()),
  /** Number of offboardings within an hour that the person confirmed. */
  confirmed: z.int().optional(),
});
type Choice = z.infer<typeof Choice>;

/** More offboardings than these, by one person within an hour, are confirmed a second time. */
const mostPerHour = 5;

async function checkFacts(by: By<Bot>, choice: Choice): Promise<Check | Trouble | ModalView> {
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
}

/** The form, filled in again. */
async function backToForm(choice: Choice, by: By<Bot>): Promise<ModalView> {
  const notice = by.directory.current() ? {} : { notice: noEmployees() };
  return offboardingForm(by, { prefill: valuesOf(choice, by), changes: choice.changes, ...notice });
}

/** Page that asks before the form is sent. */
export const offboardingCheck = checkWindow({
  id: 'offboard_check',
  role: 'managers',
  metadata: Choice,
  facts: checkFacts,
  title: (facts) => ('earlier' in facts && changesOne(facts) ? say().changeDay : say().check.title),
  blocks: checkBlocks,
  codes: askedBy,
  text: submitText,
  async send(check, choice, by, here) {
    const number = await numberWithinHour(check, by);
    if (number > Math.max(mostPerHour, choice.confirmed ?? 0)) {
      const asks: ModalView = offboardingConfirm.view(check, { ...choice, confirmed: number });
      return asks;
    }
    const { other, answer } = await send({ ...check, form: choice.form }, by, here);
    // Another person was faster: show their plan before changing it.
    return other ? { instead: await secondLook({ ...check, earlier: other }, by) } : answer;
  },
  refused,
  back: backToForm,
});

/** Asks a second time, with the number: many offboardings by one person may be a mistake. */
export const offboardingConfirm = modal({
  id: 'offboard_confirm',
  role: 'managers',
  metadata: Choice.required({ confirmed: true }).extend({ asked: z.array(z.string()) }),
  async facts(by: By<Bot>, choice): Promise<Check | ModalView> {
    const facts = await checkFacts(by, choice);
    return 'trouble' in facts ? offboardingCheck.view(facts, choice) : facts;
  },
  title: () => say().confirm.title,
  open: (check: Check, { confirmed }) => ({
    above: [paragraph(say().confirm.text(confirmed)), paragraph(whoOf(check))],
  }),
  submit: {
    text: submitText,
    run: (check, choice, _values, by, here): Promise<ModalView> =>
      offboardingCheck.sendAgreed(check, choice, by, here),
  },
  back: backToForm,
});

/** The offboarding's number among those the person sent within an hour; 0 if it isn't a new one. */
async function numberWithinHour(check: Check, { ledger, clock, viewer }: By<Bot>): Promise<number> {
  if (check.isSent || changesOne(check)) return 0;
  const since = new Date(clock.now().getTime() - 3_600_000);
  return 1 + (await ledger.countStarted(kind, viewer.userId, since));
}

function refused(errors: Record<string, string>): Trouble {
  return mistakesIn(Object.values(errors));
}

function valuesOf({ user, day, sequences }: Choice, { directory }: Bot): OffboardingValues {
  const offered = { snapshot: directory.current() };
  const named = sequenceLabels('offboarding', sequences, offered);
  const personName = employeeLabel(user, offered);
  const context = { personName, sequenceNames: named, viewId: '' };
  const payload = { user, termination_date: day, sequences };
  return offboardingFields.fromRequest({ payload, context }, offered);
}

export function openFormFromCommand(deps: Bot) {
  return async (args: CommandArgs) => {
    const { command, respond } = args;
    const text = command.text.trim();
    const { help, notThere } = say();
    const reply = (said: string) => respond({ response_type: 'ephemeral', text: said });
    if (/^help$/i.test(text)) return reply(help(deps.commands.offboard));
    if (lacksOffboarding(deps)) return reply(notThere);
    return openView(args, offboardingForm(deps, await filledFrom(text, deps)));
  };
}

async function filledFrom(text: string, deps: Bot): Promise<Filling> {
  if (text === '') return {};
  const { notices } = say();
  const userId = mentionedIn(text);
  if (userId === undefined) return { notice: notices.noMention };
  const email = (await tryWithin(deps.clock, patience, deps.people.byId(userId)))?.email;
  if (!email) return { notice: notices.notFound };
  // The person may be new.
  const find = () => deps.directory.current()?.peopleByEmail.get(email);
  if (!find()) await deps.directory.lookAgain();
  const person = find();
  if (person) return { prefill: { user: personOption(person) } };
  return { notice: deps.directory.current() ? notices.notFound : noEmployees() };
}

function mentionedIn(text: string): string | undefined {
  const targets = piecesOf(bounded(text).text).map((piece) => (piece.kind === 'thing' ? piece.target : ''));
  return targets.find((target) => /^@[UW][A-Z0-9]+$/.test(target))?.slice(1);
}

export function openForm(deps: Bot) {
  return async (args: ShortcutArgs | ButtonArgs) => {
    if (args.body.type === 'block_actions') await args.ack();
    await openView(args, offboardingForm(deps));
  };
}

/** Shows a notice if the employee isn't listed any more. */
export function openFormFor(deps: Bot) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { notices } = say();
    const snapshot = deps.directory.current();
    const person = snapshot?.people.get(Number(args.action.value));
    const notice = snapshot ? notices.notFound : noEmployees();
    const filled = person ? { prefill: { user: personOption(person) } } : { notice };
    await showAbove(deps.windows, args, offboardingForm(deps, filled));
  };
}

export const changeDay = button({
  id: actions.change,
  role: 'managers',
  value: OfRequest,
  async press({ request: id }, by: By<Bot>, args) {
    const request = await by.ledger.find(id);
    const isKnown = request && isOffboarding(request) && mayKnow(request, by.viewer);
    await showAbove(by.windows, args, formLike(isKnown ? request : undefined, by));
  },
});

export const correct = button({
  id: actions.correct,
  role: 'managers',
  value: OfRequest,
  async press({ request: id }, by: By<Bot>, args) {
    const request = await by.ledger.find(id);
    // Departures are confidential: only the requester sees the input again.
    const isOwn = request && isOffboarding(request) && request.requester === by.viewer.userId;
    await showInPlace(by.windows, args, formLike(isOwn ? request : undefined, by));
  },
});

function formLike(request: OffboardingRequest | undefined, deps: Bot) {
  const prefill = request && offboardingFields.fromRequest(request, { snapshot: deps.directory.current() });
  const isChanged = request?.state === 'done' && request.calledOffAt === null;
  return offboardingForm(deps, { prefill, changes: isChanged ? request.payload.user : undefined });
}
