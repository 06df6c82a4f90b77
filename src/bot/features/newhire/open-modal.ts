import { tryWithin } from '../../../time/clock.ts';
import { type Day, dayIn, isZone } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Viewer } from '../../feature.ts';
import { OfRequest } from '../../requests/request-button.ts';
import { type By, button } from '../../slack/button.ts';
import type { ButtonArgs, CommandArgs, MessageArgs, ShortcutArgs } from '../../slack/incoming/listeners.ts';
import { openView, showInPlace } from '../../slack/views/open-view.ts';
import { whenOpened } from '../../storage/drafts.ts';
import { draftsList, type HireServices, isEntered, OfDraft } from './drafts/draft.ts';
import { announceId } from './elsewhere/proposals.ts';
import { actions, newHireFields, offeredNow } from './form/fields.ts';
import { type Filling, filledForm, formOfDraft } from './form/windows.ts';
import { importWindow } from './imports/entry.ts';
import type { ImportServices } from './imports/windows.ts';
import { say } from './messages.ts';
import { isHire } from './request.ts';
import { fillingOf } from './starters/filling.ts';
import { readMessage, readWords } from './typed/parse-command.ts';

export function openFormFromCommand(services: HireServices & ImportServices) {
  return async (args: CommandArgs, viewer: Viewer) => {
    const { newhire } = services.commands;
    const { help, unknownWords } = say();
    const { text, user_id } = args.command;
    const typed = text.trim() === '' ? noWords : readWords(text, await todayOf(user_id, services));
    const reply = async (said: { text: string }) =>
      void (await args.respond({ response_type: 'ephemeral', ...said }));
    if (typed.kind === 'help') return reply({ text: help(newhire) });
    if (typed.kind === 'unknown') return reply({ text: unknownWords(typed.text, newhire) });
    if (typed.kind === 'import') return importWindow.open({}, { ...services, viewer }, args);
    if (typed.kind === 'drafts') return reply(await draftsList(user_id, services));
    await openFilledIn(args, typed, { ...services, viewer });
  };
}

const noWords = { kind: 'form', prefill: {}, left: [] } as const;

export function openFormFromMessage(services: HireServices) {
  return async (args: MessageArgs, viewer: Viewer) => {
    const { text = '', user = '', ts } = args.body.message;
    const read = readMessage(text, await todayOf(user, services, instantOf(ts)));
    const notice = Object.keys(read.prefill).length === 0 ? say().nothingFound : undefined;
    await openFilledIn(args, { ...read, notice }, { ...services, viewer });
  };
}

/** Opens a form with text written elsewhere, and stores that as a draft before the first change in the form. */
async function openFilledIn(
  args: CommandArgs | MessageArgs,
  filling: Filling,
  by: By<HireServices>,
): Promise<void> {
  const { view, key } = await filledForm(by, filling);
  const opened = await openView(args, view);
  const { prefill: values = {} } = filling;
  if (!opened || !isEntered(values)) return;
  by.autosave.keep(key, { owner: by.viewer.userId, values, at: whenOpened, rootView: opened.id });
}

export function openForm(services: HireServices) {
  return async (args: ShortcutArgs | ButtonArgs, viewer: Viewer) => {
    if (args.body.type === 'block_actions') await args.ack();
    await showForm({}, { ...services, viewer }, args);
  };
}

/** Shows the form in place of the window with the button. */
async function showForm(
  filling: Filling,
  by: By<HireServices>,
  args: ShortcutArgs | ButtonArgs,
): Promise<void> {
  await showInPlace(by.windows, args, (await filledForm(by, filling)).view);
}

/** Opens the form for a proposal: with what its source says, or for what the service's list doesn't tell. */
export const announce = button({
  id: announceId,
  role: 'hr',
  value: OfRequest,
  async press({ request: proposal }, by: By<HireServices>, args) {
    const found = await by.ledger.find(proposal);
    const starter = found && isHire(found) && found.state === 'proposed' ? found.context.starter : undefined;
    await showForm({ ...(starter && fillingOf(starter, by)), proposal }, by, args);
  },
});

export const addLike = button({
  id: actions.addLike,
  role: 'hr',
  value: OfRequest,
  async press({ request: id }, by: By<HireServices>, args) {
    const request = await by.ledger.find(id);
    const values =
      request && isHire(request) ? newHireFields.fromRequest(request, offeredNow(undefined, by)) : {};
    const prefill = newHireFields.shared(values, 'cohort');
    await showForm({ prefill, notice: request ? undefined : say().nothingLike }, by, args);
  },
});

export const correct = button({
  id: actions.correct,
  role: 'hr',
  value: OfRequest,
  async press({ request: id }, by: By<HireServices>, args) {
    const request = await by.ledger.find(id);
    const hire = request && isHire(request) ? request : undefined;
    const prefill = hire && newHireFields.fromRequest(hire, offeredNow(hire.payload.start_day, by));
    await showForm({ prefill }, by, args);
  },
});

export const resumeDraft = button({
  id: actions.resume,
  role: 'hr',
  value: OfDraft,
  press: async ({ draft }, by: By<HireServices>, args) => openView(args, await formOfDraft(draft, by)),
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
