import { tryWithin, within } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import { noEmployees, personOption } from '../../menus.ts';
import type { Person } from '../../onboarding/directory/person.ts';
import { OfRequest } from '../../requests/request-button.ts';
import { type By, button } from '../../slack/button.ts';
import { bounded } from '../../slack/incoming/arrival.ts';
import type { ButtonArgs, CommandArgs, ShortcutArgs } from '../../slack/incoming/listeners.ts';
import { piecesOf } from '../../slack/views/blocks.ts';
import { openView, showAbove, showInPlace } from '../../slack/views/open-view.ts';
import { actions, offboardingFields } from './fields.ts';
import { type Filling, lacksOffboarding, offboardingForm } from './form.ts';
import { say } from './messages.ts';
import { isOffboarding, mayKnow, type OffboardingRequest } from './request.ts';

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

/** Time limit for Slack, and then for the service, in milliseconds: the trigger expires after three seconds. */
const patience = 1_000;

async function filledFrom(text: string, deps: Bot): Promise<Filling> {
  if (text === '') return {};
  const { notices } = say();
  const userId = mentionedIn(text);
  if (userId === undefined) return { notice: notices.noMention };
  const email = (await tryWithin(deps.clock, patience, deps.people.byId(userId)))?.email;
  if (!email) return { notice: notices.notFound };
  const person = await employeeWith(email, deps);
  if (person) return { prefill: { user: personOption(person) } };
  return { notice: deps.directory.current() ? notices.notFound : noEmployees() };
}

/** Looks in memory first, then reads the employees again: the person may be new. */
async function employeeWith(email: string, { directory, clock }: Bot): Promise<Person | undefined> {
  const find = () => directory.current()?.peopleByEmail.get(email);
  if (!find()) await within(clock, patience, directory.lookAgain());
  return find();
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
  return offboardingForm(deps, { prefill });
}
