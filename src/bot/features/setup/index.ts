import type { Changes } from '../../changes.ts';
import type { Feature, HomePart, Viewer } from '../../feature.ts';
import type { SetupMarks } from '../../health/setup-marks.ts';
import { counted, entriesOf, isOpen, type SetupStep, setupFacts } from '../../health/setup-step.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { type ButtonArgs, on } from '../../slack/incoming/listeners.ts';
import type { ConnectionStore } from '../../storage/connection.ts';
import type { SettingsStore } from '../../storage/settings.ts';
import { actions, listBlocks, showRow } from './list.ts';

interface SetupDeps {
  settingsStore: Pick<SettingsStore, 'current' | 'isFixed' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'> & {
    rules: { fixedUrl: string | undefined; tokenIsFixed: boolean };
  };
  directory: Pick<Directory, 'current' | 'trouble'>;
  additions: Pick<ServiceAdditions, 'known' | 'offered'>;
  setupSteps: readonly SetupStep[];
  setupMarks: SetupMarks;
  changes: Pick<Changes, 'tell'>;
}

/** The setup list in App Home for HR; hidden once all steps are done or skipped. */
export function setupFeature(deps: SetupDeps): Feature {
  const { setupMarks: marks, setupSteps } = deps;
  const isStep = (name: string) => setupSteps.some((step) => step.name === name);
  const ofStep = (mark: (step: string, by: string) => Promise<void>) => async (args: ButtonArgs) => {
    await args.ack();
    const { value = '' } = args.action;
    if (isStep(value)) await mark(value, args.body.user.id);
  };
  const ofList = (mark: (userId: string) => Promise<void>) => async (args: ButtonArgs) => {
    await args.ack();
    await mark(args.body.user.id);
  };
  return {
    listeners: [
      on.action(actions.skip, 'hr', ofStep(marks.skip)),
      on.action(actions.putBack, 'hr', ofStep(marks.putBack)),
      on.action(actions.show, 'hr', ofList(marks.show)),
      on.action(actions.hide, 'hr', ofList(marks.hide)),
    ],
    home: homeOf(deps),
  };
}

function homeOf(deps: SetupDeps) {
  const { settingsStore, connection, directory, additions, setupMarks, setupSteps } = deps;
  const learnAdditions = additionsLearner(deps);
  return async ({ role, userId }: Viewer): Promise<HomePart> => {
    if (role !== 'hr') return {};
    const marks = await setupMarks.all();
    const snapshot = directory.current();
    const facts = await setupFacts({
      settingsStore,
      connection,
      rules: connection.rules,
      counted: snapshot && counted(snapshot.count, snapshot.sequences),
      additions: additions.known(),
      trouble: directory.trouble(),
    });
    const entries = entriesOf(setupSteps, { facts, marks });
    const open = isOpen(entries);
    if (!open && !marks.shownTo.has(userId)) return { footer: [showRow()] };
    if (facts.counted) learnAdditions();
    return { blocks: listBlocks(entries, !open) };
  };
}

/** Asks for the service's additions, which decide the buttons of a step: in the background, since it can be slow. */
function additionsLearner({ additions, changes }: SetupDeps) {
  let isAsked = false;
  const told = (names: ReadonlySet<unknown>) => {
    isAsked = false;
    if (names.size > 0) changes.tell();
  };
  return () => {
    if (isAsked || additions.known().size > 0) return;
    isAsked = true;
    additions.offered().then(told, () => told(new Set()));
  };
}
