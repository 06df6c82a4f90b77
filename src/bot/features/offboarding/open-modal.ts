import type { Language } from '../../../language.ts';
import { within } from '../../../time/clock.ts';
import { viewerOf } from '../../access/only.ts';
import { personOption } from '../../menus.ts';
import type { Person } from '../../onboarding/directory/person.ts';
import { type AnyArgs, answerPrivately } from '../../slack/incoming/answer.ts';
import type { ButtonArgs, CommandArgs, ShortcutArgs } from '../../slack/incoming/args.ts';
import { bounded } from '../../slack/incoming/bounded.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { piecesOf } from '../../slack/views/markup.ts';
import { openView, showAbove, showInPlace } from '../../slack/views/open-view.ts';
import type { OffboardingDeps } from './deps.ts';
import { mayKnow } from './earlier.ts';
import { offboardingFields } from './fields.ts';
import { type Filling, offboardingForm } from './form.ts';
import { isOffboarding } from './request.ts';
import { words } from './words.ts';

/** `/offboard`, `/offboard @person`, `/offboard help`. */
export function openFormFromCommand(deps: OffboardingDeps) {
  return async (args: CommandArgs) => {
    const { command, respond, context } = args;
    const language = languageIn(context);
    const text = command.text.trim();
    if (/^help$/i.test(text)) {
      await respond({ response_type: 'ephemeral', text: words[language].help(deps.commands.offboard) });
      return;
    }
    if (await saidNotThere(args, deps)) return;
    const filled = await filledFrom(text, deps, language);
    await openView(args, offboardingForm(deps, language, filled));
  };
}

/** How old the knowledge may be before a press of a button has the service asked again, in milliseconds. */
const askAgainAfter = 15_000;

/**
 * Where the service is known to have no offboarding, says so instead of opening a form that leads nowhere. What is
 * known may be a few minutes old, so that the service is asked again meanwhile: it may have been updated.
 * @returns whether it was said
 */
export async function saidNotThere(args: AnyArgs, { directory }: OffboardingDeps): Promise<boolean> {
  if (!directory.lacksOffboarding()) return false;
  directory.refreshIfOlder(askAgainAfter);
  const { titles, notThere } = words[languageIn(args.context)];
  await answerPrivately(args, titles.notThere, notThere);
  return true;
}

/** How long Slack, and then the service, may take, in milliseconds: the trigger lives three seconds. */
const patience = 1_000;

/** The mentioned Slack person, found among the employees by address, or what kept Frontdesk from finding them. */
async function filledFrom(text: string, deps: OffboardingDeps, language: Language): Promise<Filling> {
  if (text === '') return {};
  const { notices } = words[language];
  const userId = mentionedIn(text);
  if (userId === undefined) return { notice: notices.noMention };
  const asked = deps.people.byId(userId).catch(() => undefined);
  const email = (await within(deps.clock, patience, asked))?.email;
  if (!email) return { notice: notices.noAddress };
  const person = await employeeWith(email, deps);
  if (person) return { prefill: { user: personOption(person) } };
  return { notice: deps.directory.current() ? notices.unknownPerson : notices.notLoaded };
}

/** From memory; where nobody has the address the employees are read again: somebody may have been added just now. */
async function employeeWith(
  email: string,
  { directory, clock }: OffboardingDeps,
): Promise<Person | undefined> {
  const find = () => directory.current()?.peopleByEmail.get(email);
  if (!find()) await within(clock, patience, directory.catchUp().then(directory.lookAgain));
  return find();
}

/** The first Slack user that is mentioned. */
function mentionedIn(text: string): string | undefined {
  const targets = piecesOf(bounded(text).text).map((piece) => (piece.kind === 'thing' ? piece.target : ''));
  return targets.find((target) => /^@[UW][A-Z0-9]+$/.test(target))?.slice(1);
}

/** From a shortcut or a button that is not in a modal. */
export function openForm(deps: OffboardingDeps) {
  return async (args: ShortcutArgs | ButtonArgs) => {
    if (await saidNotThere(args, deps)) return;
    if (args.body.type === 'block_actions') await args.ack();
    await openView(args, offboardingForm(deps, languageIn(args.context)));
  };
}

/** From a button about an employee: the form with them chosen. Who is in the list no more has to be looked for by hand. */
export function openFormFor(deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    if (await saidNotThere(args, deps)) return;
    await args.ack();
    const language = languageIn(args.context);
    const { notices } = words[language];
    const snapshot = deps.directory.current();
    const person = snapshot?.people.get(Number(args.action.value));
    const notice = snapshot ? notices.notListed : notices.notLoaded;
    const filled = person ? { prefill: { user: personOption(person) } } : { notice };
    await showAbove(deps.windows, args, offboardingForm(deps, language, filled));
  };
}

/** "Change last day", on the page about one that was started: the form with everything that was sent. */
export function changeDay(deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    if (await saidNotThere(args, deps)) return;
    await args.ack();
    const request = await deps.ledger.find(args.action.value ?? '');
    const viewer = viewerOf(args);
    const isKnown = request && isOffboarding(request) && mayKnow(request, viewer);
    const prefill = isKnown && offboardingFields.fromRequest(request, { snapshot: deps.directory.current() });
    await showAbove(deps.windows, args, offboardingForm(deps, viewer.language, prefill ? { prefill } : {}));
  };
}

/** "Correct and send again", in a window or in a message: the form with everything that was sent. */
export function correct(deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    if (await saidNotThere(args, deps)) return;
    const { body, action, ack, context } = args;
    await ack();
    const request = await deps.ledger.find(action.value ?? '');
    // A leaver is confidential: what a request held is filled in for its requester only.
    const own = request && isOffboarding(request) && request.requester === body.user.id ? request : undefined;
    const prefill = own && offboardingFields.fromRequest(own, { snapshot: deps.directory.current() });
    await showInPlace(deps.windows, args, offboardingForm(deps, languageIn(context), { prefill }));
  };
}
