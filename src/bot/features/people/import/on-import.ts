import { z } from 'zod';
import { repeat } from '../../../../time/repeat.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../../onboarding/client/errors.ts';
import { explain } from '../../../onboarding/outage.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { type Opened, showAbove } from '../../../slack/views/open-view.ts';
import type { Progress } from '../../../storage/people/imports.ts';
import type { PeopleDeps, SlackReading } from '../candidates.ts';
import { say } from '../messages.ts';
import type { ImportMessages } from './announcements.ts';
import { donePage, importId, planPage, readingPage, troublePage, workingPage } from './pages.ts';
import { countOf, type Plan, planFor, runImport } from './run.ts';

interface ImportDeps extends PeopleDeps {
  readSlack(how: { isNew: boolean }): Promise<SlackReading>;
  messages: ImportMessages;
  stopping: AbortSignal;
}

class CannotImport extends Error {
  override name = 'CannotImport';
  readonly sentence: string;

  constructor(sentence: string, cause?: unknown) {
    super('Nothing can be imported.', { cause });
    this.sentence = sentence;
  }
}

export function openImport(deps: ImportDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const window = await opened(args, deps);
    if (!window) return;
    const page = await foundOut({ isNew: true }, deps).then(
      (found) => planPage(found),
      (error: unknown) => pageAbout(error, deps),
    );
    // If the window was closed meanwhile, nothing is lost: no changes were made.
    await deps.windows.follow(window, page);
  };
}

/** "Try again" is pressed inside the window, so reuse it. */
async function opened(args: ButtonArgs, { windows }: ImportDeps) {
  const { view } = originOf(args.body);
  const page = readingPage();
  if (view?.callback_id !== importId) return showAbove(windows, args, page);
  const window: Opened = view;
  return (await windows.follow(window, page)) === 'shown' ? window : undefined;
}

/** Reads Slack and plans the import. @throws CannotImport */
async function foundOut(how: { isNew: boolean }, deps: ImportDeps) {
  const { troubles } = say();
  const becauseOfService = (error: unknown): never => {
    if (!(error instanceof OnboardingFailure || error instanceof NotConnected)) throw error;
    throw new CannotImport(troubles.service(explain(error)), error);
  };
  const offered = await deps.additions.offered().catch(becauseOfService);
  if (!offered.has('people')) throw new CannotImport(troubles.notOffered);
  const reading = await deps.readSlack(how).catch((error: unknown) => {
    throw new CannotImport(troubles.slack, error);
  });
  return { reading, plan: await planFor(reading.people, deps).catch(becauseOfService) };
}

function pageAbout(error: unknown, { log }: ImportDeps) {
  if (!(error instanceof CannotImport)) throw error;
  if (error.cause) log.warn({ err: error.cause }, 'nobody can be imported from Slack');
  return troublePage(alert('error', error.sentence));
}

const Metadata = z.object({ form: z.string(), people: z.int().default(0) });

/**
 * Uses a reading up to five minutes old, so that the import matches the plan shown. If it would change more
 * people than shown, asks again.
 */
export function receiveImport(deps: ImportDeps) {
  return async ({ ack, view, body, client }: FormArgs) => {
    await ack({ response_action: 'update', view: workingPage() });
    const { form: id, people } = Metadata.parse(JSON.parse(view.private_metadata));
    const page = await recorded({ id, userId: body.user.id, viewId: view.id, people }, deps, async () => {
      const found = await foundOut({ isNew: false }, deps);
      if (countOf(found.plan) > people) return planPage(found, { isMore: true });
      return donePage(await imported(id, found.plan, deps));
    }).catch((error: unknown) => pageAbout(error, deps));
    // If the window was closed, a message brings the result.
    if (page) await client.views.update({ view_id: view.id, view: page }).catch(() => {});
    await deps.directory.readAnew();
  };
}

async function imported(id: string, { toAdd, toChange }: Plan, deps: ImportDeps) {
  const { imports, stopping } = deps;
  const people = [...toAdd, ...toChange.map(({ person }) => person)];
  const onProgress = (progress: Progress) => imports.note(id, progress);
  const outcome = await runImport(people, deps, { signal: stopping, onProgress });
  const { trouble, ...progress } = outcome;
  if (trouble) deps.log.warn({ err: trouble }, 'an import from Slack did not come to its end');
  await onProgress(progress);
  return outcome;
}

/** How long after its last sign of life an import is reported as unfinished, in milliseconds. */
const givenUpAfter = 10 * 60_000;
const signEvery = givenUpAfter / 2;

interface RecordingDeps extends Pick<PeopleDeps, 'imports' | 'ledger' | 'clock' | 'log'> {
  messages: ImportMessages;
}

interface Press {
  id: string;
  userId: string;
  viewId: string;
  people: number;
}

/**
 * Runs an import, once per page; undefined for a repeated press. Its result message is scheduled before the
 * work begins, so the requester gets one even if the process is lost.
 */
async function recorded<Result>(
  { id, userId, viewId, people }: Press,
  { imports, ledger, messages, clock, log }: RecordingDeps,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await imports.begin(id, userId, people))) return undefined;
  const toPerson = { purpose: `import ${id}`, recipient: { channel: userId } };
  const inWindow = { purpose: `import window ${id}`, recipient: { view: viewId } };
  async function tellLater(): Promise<void> {
    const due = new Date(clock.now().getTime() + givenUpAfter);
    await ledger.schedule([
      messages.toPerson.message({ ...toPerson, due }, { id }),
      messages.inWindow.message({ ...inWindow, due }, { id }),
    ]);
  }
  await tellLater();
  const onError = (err: unknown) => log.warn({ err }, 'an import from Slack may be given up while it runs');
  const alive = repeat({ clock, every: signEvery, first: signEvery, turn: tellLater, onError });
  try {
    return await work();
  } finally {
    await alive.stop();
    await imports.end(id, userId);
    await ledger.schedule([messages.toPerson.message(toPerson, { id })]);
    // The caller updates the window with the result.
    await ledger.withdraw(inWindow.purpose);
  }
}
