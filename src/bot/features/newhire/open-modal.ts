import { tryWithin } from '../../../time/clock.ts';
import { type Day, dayIn, isZone } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { OfRequest } from '../../requests/request-button.ts';
import { type By, button } from '../../slack/button.ts';
import { originOf } from '../../slack/incoming/arrival.ts';
import type { ButtonArgs, CommandArgs, MessageArgs, ShortcutArgs } from '../../slack/incoming/listeners.ts';
import { openView, showInPlace } from '../../slack/views/open-view.ts';
import { whenOpened } from '../../storage/drafts.ts';
import { draftsList, type HireServices, isEntered, OfDraft } from './drafts/draft.ts';
import { actions, draftActions, newHireFields, offeredNow } from './form/fields.ts';
import { type Filling, filledForm, formOfDraft } from './form/windows.ts';
import { say } from './messages.ts';
import { isHire } from './request.ts';
import { readMessage, readWords } from './typed/parse-command.ts';

export function openFormFromCommand(deps: HireServices) {
  const { newhire } = deps.commands;
  return async (args: CommandArgs) => {
    const { command, respond } = args;
    const { help, unknownWords } = say();
    const { text, user_id } = command;
    const typed = text.trim() === '' ? noWords : readWords(text, await todayOf(user_id, deps));
    const reply = async (said: { text: string }) =>
      void (await respond({ response_type: 'ephemeral', ...said }));
    if (typed.kind === 'help') return reply({ text: help(newhire) });
    if (typed.kind === 'unknown') return reply({ text: unknownWords(typed.text, newhire) });
    if (typed.kind === 'drafts') return reply(await draftsList(user_id, deps));
    await openFilledIn(args, typed, deps);
  };
}

/** Opens a form with text written elsewhere, and stores that as a draft before the first change in the form. */
async function openFilledIn(
  args: CommandArgs | MessageArgs,
  filling: Filling,
  deps: HireServices,
): Promise<void> {
  const { view, key } = filledForm(deps, filling);
  const opened = await openView(args, view);
  const { prefill: values = {} } = filling;
  if (!opened || !isEntered(values)) return;
  const owner = originOf(args.body).userId;
  deps.autosave.keep(key, { owner, values, at: whenOpened, rootView: opened.id });
}

const noWords = { kind: 'form', prefill: {}, left: [] } as const;

export function openForm(deps: Bot) {
  return async (args: ShortcutArgs | ButtonArgs) => {
    if (args.body.type === 'block_actions') await args.ack();
    await showInPlace(deps.windows, args, filledForm(deps).view);
  };
}

export function openFormFromMessage(deps: HireServices) {
  return async (args: MessageArgs) => {
    const { text = '', user = '', ts } = args.body.message;
    const read = readMessage(text, await todayOf(user, deps, instantOf(ts)));
    const notice = Object.keys(read.prefill).length === 0 ? say().nothingFound : undefined;
    await openFilledIn(args, { ...read, notice }, deps);
  };
}

export const addLike = button({
  id: actions.addLike,
  role: 'hr',
  value: OfRequest,
  async press({ request: id }, by: By<Bot>, args) {
    const request = await by.ledger.find(id);
    const values =
      request && isHire(request) ? newHireFields.fromRequest(request, offeredNow(undefined, by)) : {};
    const prefill = newHireFields.shared(values, 'cohort');
    const notice = request ? undefined : say().nothingLike;
    await showInPlace(by.windows, args, filledForm(by, { prefill, notice }).view);
  },
});

export const correct = button({
  id: actions.correct,
  role: 'hr',
  value: OfRequest,
  async press({ request: id }, by: By<Bot>, args) {
    const request = await by.ledger.find(id);
    const hire = request && isHire(request) ? request : undefined;
    const prefill = hire && newHireFields.fromRequest(hire, offeredNow(hire.payload.start_day, by));
    await showInPlace(by.windows, args, filledForm(by, { prefill }).view);
  },
});

export const resumeDraft = button({
  id: draftActions.resume,
  role: 'hr',
  value: OfDraft,
  press: async ({ draft }, by: By<Bot>, args) => openView(args, await formOfDraft(draft, by)),
});

/** Time limit for Slack to return a person's zone, in milliseconds: the trigger expires after three seconds. */
const patience = 500;

/** The day on which a person wrote something, in their zone, else the organization's. */
async function todayOf(userId: string, { clock, people, settings }: Bot, when?: Date): Promise<Day> {
  const person = userId === '' ? undefined : await tryWithin(clock, patience, people.byId(userId));
  const zone = person?.timezone ?? '';
  return dayIn(isZone(zone) ? zone : settings().timezone, when ?? clock.now());
}

function instantOf(ts: string): Date | undefined {
  const seconds = Number(ts);
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}
