import type { ModalView } from '@slack/types';
import { within } from '../../../time/clock.ts';
import type { Viewer } from '../../feature.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../slack/incoming/args.ts';
import { viewerOf } from '../../slack/incoming/reader.ts';
import { showAbove } from '../../slack/views/open-view.ts';
import type { AmendmentDeps } from './deps.ts';
import { dayFields } from './fields.ts';
import { amendmentForm, Metadata, savedPage } from './form.ts';
import { say } from './messages.ts';
import { possibleOf, toldBefore } from './told.ts';

/** Time limit for the service to list its additions, in milliseconds: Slack waits for the form. */
const patience = 700;

/** Handles a button on a finished request: opens the form. */
export function openAmendment(kind: Amendment['kind'], deps: AmendmentDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const view = await formFor(args.action.value ?? '', kind, viewerOf(args), deps);
    await showAbove(deps.windows, args, view);
  };
}

async function formFor(
  id: string,
  kind: Amendment['kind'],
  viewer: Viewer,
  deps: AmendmentDeps,
  isChanged = false,
): Promise<ModalView> {
  const { gone, onlyHr, notThis, notChanged, replaced } = say();
  const request = await deps.ledger.find(id);
  if (!request) return noticeView(notChanged, gone);
  if (!mayDecide(request, deps.typeOf(request), viewer)) return noticeView(notChanged, onlyHr);
  const newest = await deps.ledger.newestDone(request.kind, request.subject);
  if (newest && newest.id !== id) return noticeView(notChanged, replaced(newest.id));
  const about = await aboutOf(request, kind, viewer, deps);
  return about ? amendmentForm(about, { isChanged }) : noticeView(notChanged, notThis);
}

/** Undefined if this amendment isn't possible in the request's current state. */
async function aboutOf(
  request: Request,
  kind: Amendment['kind'],
  { userId }: Viewer,
  { ledger, typeOf, settings, additions, clock }: AmendmentDeps,
) {
  // If the service is slow, its last answer counts; without one, it counts as unable.
  await within(clock, patience, additions.has('person'));
  const type = typeOf(request);
  const possible = possibleOf(request, type).find((one) => one.kind === kind);
  if (!possible) return undefined;
  const told = toldBefore(await ledger.toldOf(request.id), type, userId);
  const follows = additions.known().has('person');
  const around = kind === 'calledOff' ? undefined : await ledger.presence.around(request);
  const notes = around ? (type.leavingNotes?.(request, around) ?? []) : [];
  return { request, kind, sentences: possible.sentences, told, settings: settings(), follows, notes };
}

/** Handles "Save and notify": stores the change, and tells the recipients of the request's messages. */
export function receiveAmendment(deps: AmendmentDeps) {
  return async (args: FormArgs) => {
    const { ack, view } = args;
    const viewer = viewerOf(args);
    const { id, kind, seen } = Metadata.parse(JSON.parse(view.private_metadata));
    const request = await deps.ledger.find(id);
    const about = request && (await aboutOf(request, kind, viewer, deps));
    const isNew = request?.amendments === seen && about !== undefined;
    const day = kind === 'calledOff' ? null : dayFields().read(view.state.values).day;
    const mistake = isNew && wrongDay(day, request);
    if (mistake) return ack({ response_action: 'errors', errors: mistake });
    const show = (page: ModalView) => ack({ response_action: 'update', view: page });
    const may = request && mayDecide(request, deps.typeOf(request), viewer);
    if (!may || day === undefined) return show(await formFor(id, kind, viewer, deps));
    const amended = await deps.ledger.amend(id, { day, seen }, viewer.userId);
    if (amended.kind === 'amended' && about)
      return show(savedPage(afterIt(about, amended, deps), amended.amendment));
    return show(await pageInstead({ id, kind, day, seen }, viewer, deps));
  };
}

/** The actual result: if the person's own last day ends the start, it differs from the requested change. */
function afterIt<About extends Parameters<typeof savedPage>[0]>(
  about: About,
  { request, amendment: { kind } }: { request: Request; amendment: Amendment },
  { typeOf }: Pick<AmendmentDeps, 'typeOf'>,
): About {
  const sentences = typeOf(request).afterwards?.words()[kind] ?? about.sentences;
  return { ...about, request, sentences };
}

/** Result page if the request already has this change, as after a repeated press; else the current form. */
async function pageInstead(
  { id, kind, day, seen }: { id: string; kind: Amendment['kind']; day: string | null; seen: number },
  viewer: Viewer,
  deps: AmendmentDeps,
): Promise<ModalView> {
  const request = await deps.ledger.find(id);
  const isDone = request?.amendments === seen + 1 && request.day === day;
  const sentences = request && deps.typeOf(request).afterwards?.words()[kind];
  if (!isDone || !sentences) return formFor(id, kind, viewer, deps, true);
  const told = toldBefore(await deps.ledger.toldOf(id), deps.typeOf(request), viewer.userId);
  const follows = deps.additions.known().has('person');
  const about = { request, kind, sentences, told, settings: deps.settings(), follows, notes: [] };
  return savedPage(about, { day, before: null });
}

function wrongDay(day: string | null | undefined, { day: before }: Request) {
  const { missing, sameDay } = say();
  const form = dayFields();
  if (day === undefined) return form.errors({ day: missing });
  return day !== null && day === before ? form.errors({ day: sameDay(day) }) : undefined;
}
