import { z } from 'zod';
import type { Language } from '../../../../language.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../../onboarding/client/errors.ts';
import { explain } from '../../../onboarding/explain.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { type Opened, showAbove } from '../../../slack/views/open-view.ts';
import type { PeopleDeps } from '../deps.ts';
import { importId } from '../ids.ts';
import { words } from '../words.ts';
import { type defineImported, importedMessage } from './announcements.ts';
import { donePage, planPage, readingPage, troublePage, workingPage } from './pages.ts';
import { type Plan, planFor } from './plan.ts';
import type { SlackReading } from './read-slack.ts';
import { runImport } from './run.ts';

interface ImportDeps extends PeopleDeps {
  readSlack(how: { isNew: boolean }): Promise<SlackReading>;
  imported: ReturnType<typeof defineImported>;
  /** Aborted when the bot stops. */
  stopping: AbortSignal;
}

/** Why nothing can be imported, in a sentence for the person. */
class CannotImport extends Error {
  override name = 'CannotImport';
  readonly sentence: string;

  constructor(sentence: string, cause?: unknown) {
    super('Nothing can be imported.', { cause });
    this.sentence = sentence;
  }
}

/** "Import from Slack", under whatever message or page: the window opens at once, and shows what would be done. */
export function openImport(deps: ImportDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const language = languageIn(args.context);
    const window = await opened(args, deps, language);
    if (!window) return;
    const page = await foundOut({ isNew: true }, deps, language).then(
      (found) => planPage(found, language),
      (error: unknown) => pageAbout(error, deps, language),
    );
    // Whoever closed it meanwhile needs no page: nothing was done.
    await deps.windows.follow(window, page);
  };
}

/** "Try again" stands in the window itself. */
async function opened(args: ButtonArgs, { windows }: ImportDeps, language: Language) {
  const { view } = originOf(args.body);
  const page = readingPage(language);
  if (view?.callback_id !== importId) return showAbove(windows, args, page);
  const window: Opened = view;
  return (await windows.follow(window, page)) === 'shown' ? window : undefined;
}

/** What an import would do now. @throws CannotImport */
async function foundOut(how: { isNew: boolean }, deps: ImportDeps, language: Language) {
  const { troubles } = words[language];
  const becauseOfService = (error: unknown): never => {
    if (!(error instanceof OnboardingFailure || error instanceof NotConnected)) throw error;
    throw new CannotImport(troubles.service(explain(error, language)), error);
  };
  const offered = await deps.additions.offered().catch(becauseOfService);
  if (!offered.has('people')) throw new CannotImport(troubles.notOffered);
  const reading = await deps.readSlack(how).catch((error: unknown) => {
    throw new CannotImport(troubles.slack, error);
  });
  return { reading, plan: await planFor(reading.people, deps).catch(becauseOfService) };
}

function pageAbout(error: unknown, { log }: ImportDeps, language: Language) {
  if (!(error instanceof CannotImport)) throw error;
  if (error.cause) log.warn({ err: error.cause }, 'nobody can be imported from Slack');
  return troublePage(alert('error', error.sentence), language);
}

const Metadata = z.object({ form: z.string() });

/** "Import": what Slack says now is done, at most five minutes after it was shown. */
export function receiveImport(deps: ImportDeps) {
  return async ({ ack, view, body, client, context }: FormArgs) => {
    const language = languageIn(context);
    await ack({ response_action: 'update', view: workingPage(language) });
    const { form: id } = Metadata.parse(JSON.parse(view.private_metadata));
    const page = await foundOut({ isNew: false }, deps, language).then(
      async ({ plan }) => {
        const outcome = await imported(id, body.user.id, plan, deps);
        return outcome && donePage(outcome, language);
      },
      (error: unknown) => pageAbout(error, deps, language),
    );
    // Whoever closed the window gets a message.
    if (page) await client.views.update({ view_id: view.id, view: page }).catch(() => {});
    await deps.directory.readAnew();
  };
}

/** So long after the last sign of an import whoever began it hears that it did not come to its end, in milliseconds. */
const givenUpAfter = 10 * 60_000;

/** @returns undefined where the same press came before */
async function imported(id: string, userId: string, { toAdd, toChange }: Plan, deps: ImportDeps) {
  const { imports, ledger, clock, stopping } = deps;
  const people = [...toAdd, ...toChange.map(({ person }) => person)];
  if (!(await imports.begin(id, userId, people.length))) return undefined;
  const tell = (due?: Date) =>
    ledger.schedule([importedMessage(deps.imported, { id, userId, ...(due && { due }) })]);
  const outcome = await runImport(people, deps, {
    signal: stopping,
    async onProgress(progress) {
      await imports.note(id, progress);
      await tell(new Date(clock.now().getTime() + givenUpAfter));
    },
  });
  const { trouble, ...progress } = outcome;
  if (trouble) deps.log.warn({ err: trouble }, 'an import from Slack did not come to its end');
  await imports.end(id, userId, progress);
  await tell();
  return outcome;
}
