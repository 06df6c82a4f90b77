import type { SlashCommand } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { newReference } from '../../../reference.ts';
import { within } from '../../../time/clock.ts';
import { type Day, dayIn, isZone } from '../../../time/dates.ts';
import type { ButtonArgs, CommandArgs, MessageArgs, ShortcutArgs } from '../../slack/incoming/listeners.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { openView, showInPlace } from '../../slack/views/open-view.ts';
import { whenOpened } from '../../storage/drafts.ts';
import type { FormDeps, NewHireDeps } from './deps.ts';
import { type Autosave, isEntered } from './drafts/autosave.ts';
import { draftsList } from './drafts/draft-notice.ts';
import { type HireValues, newHireFields, offeredNow } from './form/fields.ts';
import { type Metadata, newHireForm } from './form/form.ts';
import { advised, noDay, warningsFor } from './form/warnings.ts';
import { say } from './messages.ts';
import { say as sayNotice } from './notice-messages.ts';
import { isHire } from './request.ts';
import type { LeftOut } from './typed/facts.ts';
import { readWords } from './typed/parse-command.ts';
import { readMessage } from './typed/parse-message.ts';

interface Filling {
  prefill?: HireValues | undefined;
  left?: readonly LeftOut[];
  notice?: string | undefined;
  draft?: string;
  /** The person was entered before, so no template is offered. */
  isCorrection?: true;
}

export function freshForm(deps: FormDeps, filling: Filling = {}): ModalView {
  deps.directory.refreshIfOlder(60_000);
  deps.sequenceTasks.warm();
  const { prefill: values = {}, ...rest } = filling;
  return filledForm(deps, { form: newReference('F'), values, ...rest }).view;
}

interface Contents extends Metadata, Omit<Filling, 'prefill' | 'draft'> {
  values: HireValues;
  isFull?: boolean;
}

export function filledForm(deps: FormDeps, contents: Contents) {
  const { form, draft, template, values, left = [], notice, isFull = false, isCorrection } = contents;
  const offered = offeredNow(values.start_day, deps);
  const { values: fit, unfit } = newHireFields.fit(values, offered);
  const said = sayNotice().noticeOf(left, unfit, notice);
  const templates = isCorrection ? [] : deps.templates.current();
  const shown = { form, draft, template, values: fit, offered, notice: said, templates, isFull };
  const view = newHireForm(shown);
  if (Object.keys(values).length === 0) return { view, fit };
  const warnings = warningsFor(fit, deps).filter(({ code }) => code !== noDay);
  return { view: { ...view, blocks: advised(view.blocks, warnings) }, fit };
}

export function openFormFromCommand(
  deps: FormDeps & Pick<NewHireDeps, 'commands' | 'drafts' | 'people'> & { autosave: Autosave },
) {
  const { newhire } = deps.commands;
  return async (args: CommandArgs) => {
    const { command, respond } = args;
    const { help, unknownWords } = say();
    const typed = await wordsOf(command, deps);
    const reply = async (said: { text: string }) =>
      void (await respond({ response_type: 'ephemeral', ...said }));
    if (typed.kind === 'help') return reply({ text: help(newhire) });
    if (typed.kind === 'unknown') return reply({ text: unknownWords(typed.text, newhire) });
    if (typed.kind === 'drafts') return reply(await draftsList(command.user_id, deps));
    await openFilledIn(args, typed, deps);
  };
}

/** Opens a form with text written elsewhere, and stores that as a draft before the first change in the form. */
async function openFilledIn(
  args: CommandArgs | MessageArgs,
  filling: Filling,
  deps: FormDeps & { autosave: Autosave },
): Promise<void> {
  const view = freshForm(deps, filling);
  const opened = await openView(args, view);
  const { prefill: values = {} } = filling;
  if (!opened || !isEntered(values)) return;
  const { private_metadata = '' } = view;
  const owner = originOf(args.body).userId;
  deps.autosave.keep({ ...opened, private_metadata }, { owner, values, at: whenOpened });
}

async function wordsOf(
  { text, user_id }: SlashCommand,
  deps: Pick<NewHireDeps, 'clock' | 'people' | 'settings'>,
) {
  if (text.trim() === '') return { kind: 'form', prefill: {}, left: [] } as const;
  return readWords(text, await todayOf(user_id, deps));
}

export function openForm(deps: FormDeps & Pick<NewHireDeps, 'windows'>) {
  return async (args: ShortcutArgs | ButtonArgs) => {
    if (args.body.type === 'block_actions') await args.ack();
    await showInPlace(deps.windows, args, freshForm(deps));
  };
}

export function openFormFromMessage(deps: FormDeps & Pick<NewHireDeps, 'people'> & { autosave: Autosave }) {
  return async (args: MessageArgs) => {
    const { text = '', user = '', ts } = args.body.message;
    const read = readMessage(text, await todayOf(user, deps, instantOf(ts)));
    const notice = Object.keys(read.prefill).length === 0 ? say().nothingFound : undefined;
    await openFilledIn(args, { ...read, notice }, deps);
  };
}

export function addLike(deps: FormDeps & Pick<NewHireDeps, 'ledger' | 'windows'>) {
  return async (args: ButtonArgs) => {
    const { action, ack } = args;
    await ack();
    const request = await deps.ledger.find(action.value ?? '');
    const values =
      request && isHire(request) ? newHireFields.fromRequest(request, offeredNow(undefined, deps)) : {};
    const prefill = newHireFields.shared(values, 'cohort');
    const notice = request ? undefined : say().nothingLike;
    await showInPlace(deps.windows, args, freshForm(deps, { prefill, notice }));
  };
}

export function correct(deps: FormDeps & Pick<NewHireDeps, 'ledger' | 'windows'>) {
  return async (args: ButtonArgs) => {
    const { action, ack } = args;
    await ack();
    const request = await deps.ledger.find(action.value ?? '');
    const hire = request && isHire(request) ? request : undefined;
    const prefill = hire && newHireFields.fromRequest(hire, offeredNow(hire.payload.start_day, deps));
    await showInPlace(deps.windows, args, freshForm(deps, { prefill, isCorrection: true }));
  };
}

/** Time limit for Slack to return a person's zone, in milliseconds: the trigger expires after three seconds. */
const patience = 500;

/** The day on which a person wrote something, in their zone, else the organization's. */
async function todayOf(
  userId: string,
  { clock, people, settings }: Pick<NewHireDeps, 'clock' | 'people' | 'settings'>,
  when?: Date,
): Promise<Day> {
  const nobody = () => undefined;
  const person = userId === '' ? undefined : await within(clock, patience, people.byId(userId)).catch(nobody);
  const zone = person?.timezone ?? '';
  return dayIn(isZone(zone) ? zone : settings().timezone, when ?? clock.now());
}

function instantOf(ts: string): Date | undefined {
  const seconds = Number(ts);
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}
