import { isEmailAddress, maxLength } from '../../../../contract/new-hire.ts';
import { repeat } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import type { HomePart } from '../../../feature.ts';
import type { Listed } from '../../../ledger/requests/compare-list.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import type { Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { OfRequest, requestButton } from '../../../requests/request-button.ts';
import { type By, button } from '../../../slack/button.ts';
import type { Listener } from '../../../slack/incoming/listeners.ts';
import { note, paragraph, printable, row } from '../../../slack/views/blocks.ts';
import { showInPlace } from '../../../slack/views/open-view.ts';
import { filledForm } from '../form/windows.ts';
import { type HireContext, type HirePayload, isHire, kind, personName } from '../request.ts';
import { actions, announcedBefore, askingButtons, compareWords, presenceOf, proposalFor } from './asking.ts';
import { say } from './messages.ts';

export function elsewhereListeners(deps: Bot): Listener[] {
  return [announce, dismiss].map((button) => button.listener(deps));
}

/** Opens the new-hire form for what the service's list doesn't tell. */
const announce = button({
  id: actions.announce,
  role: 'hr',
  value: OfRequest,
  async press({ request }, by: By<Bot>, args) {
    const proposal = await proposalFor({ proposal: request, form: '' }, by);
    const isPage = proposal !== undefined && 'type' in proposal;
    await showInPlace(by.windows, args, isPage ? proposal : filledForm(by, { proposal }).view);
  },
});

const dismiss = requestButton({
  id: actions.dismiss,
  role: 'hr',
  title: () => say().title,
  async press(id, by: By<Bot>) {
    const { ledger, viewer } = by;
    const dismissed = await ledger.dismiss(id, viewer.userId);
    if (dismissed.kind === 'taken') return undefined;
    const { gone, dismissedBy } = say();
    const request = 'request' in dismissed ? dismissed.request : undefined;
    if (!request || !isHire(request)) return gone;
    if (request.state !== 'proposed') return announcedBefore(request, by);
    const answer = await ledger.questions.answerOf(request.id);
    return answer ? dismissedBy(answer.by) : gone;
  },
});

const shown = 5;
const looked = 50;

/** App Home's part for HR: people added elsewhere who wait for a decision. */
export async function elsewherePart({ ledger, directory, settings }: Bot): Promise<HomePart> {
  if (!settings().reminders.addedElsewhere) return {};
  const { asks, more } = say();
  const proposals = (await ledger.proposed(kind, looked)).filter(isHire);
  const there = proposals.filter((proposal) => presenceOf(proposal, directory) === 'there');
  if (there.length === 0) return {};
  const rows = there
    .slice(0, shown)
    .map((proposal) => [paragraph(asks(proposal.context.personName)), ...row(...askingButtons(proposal))]);
  return { answers: [...rows, ...(there.length > shown ? [[note(more)]] : [])] };
}

const every = 60_000;
const untilRead = 1_000;

/** Largest id a database column holds. Real ids count up from 1, so larger ones are ignored. */
const highestId = 2 ** 31 - 1;

/** Compares the service's list again and again, to propose people added without a request. */
export function watchList({ ledger, directory, settings, clock, log }: Bot) {
  async function turn(): Promise<void> {
    const snapshot = directory.asRead();
    if (snapshot?.from === undefined) return;
    const words = settings().reminders.addedElsewhere ? compareWords : undefined;
    const count = await ledger.compareList(readingOf(snapshot, snapshot.from), words);
    if (count > 0) log.info({ count }, 'people were added to the service by others');
  }

  const onError = (err: unknown) => log.error({ err }, 'the employees cannot be compared');
  const pause = () => (directory.asRead() ? every : untilRead);
  return repeat({ clock, every: pause, turn, onError });
}

function readingOf(snapshot: Snapshot, service: string) {
  const newerThan = (id: number): Listed[] => snapshot.newerThan(id).filter(hasUsualId).map(asListed);
  return { kind, service, highest: highestIn(snapshot), newerThan };
}

function highestIn(snapshot: Snapshot): number {
  if (snapshot.highestId <= highestId) return snapshot.highestId;
  const usual = snapshot.newerThan(0).filter(hasUsualId);
  return usual.reduce((highest, { id }) => Math.max(highest, id), 0);
}

function hasUsualId({ id }: Person): boolean {
  return id <= highestId;
}

/** Proposed are new hires with a full name and a valid address. */
function asListed(person: Person): Listed {
  const { id, email, role } = person;
  const names = namesOf(person);
  const isWanted = (role ?? 0) === 0 && isEmailAddress(email) && names !== undefined;
  return { id, subject: email, proposal: isWanted ? proposalOf(names, email) : undefined };
}

/** Names are cut to the form's limits, since others may have entered any text. */
function proposalOf({ first, last }: { first: string; last: string }, email: string) {
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  const [first_name, last_name] = [cut(first, maxLength.first_name), cut(last, maxLength.last_name)];
  const payload: HirePayload = { first_name, last_name, email, role: 0 };
  const context: HireContext = {
    personName: personName(first_name, last_name),
    sequenceNames: [],
    viewId: '',
    addedElsewhere: true,
  };
  return { payload, context };
}
