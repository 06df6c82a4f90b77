import type { ButtonArgs } from '../../slack/incoming/args.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { type Opened, showAbove } from '../../slack/views/open-view.ts';
import type { CheckupDeps } from './deps.ts';
import { pageId } from './ids.ts';
import { failedPage, resultsPage, runningPage } from './page.ts';

type OpenDeps = Pick<CheckupDeps, 'checkup' | 'windows' | 'log'>;

/** Handles "Check the connection": opens the window at once, and fills in the results when they arrive. */
export function openCheckup(deps: OpenDeps) {
  const { checkup, windows, log } = deps;
  return async (args: ButtonArgs) => {
    await args.ack();
    const window = await opened(args, deps);
    if (!window) return;
    const page = await checkup().then(
      (results) => resultsPage(results),
      (err: unknown) => {
        log.warn({ err }, 'the connection could not be checked');
        return failedPage();
      },
    );
    // If the window was closed meanwhile, the results are dropped.
    await windows.follow(window, page);
  };
}

/** "Check again" is pressed inside the window, so reuse it. */
async function opened(args: ButtonArgs, { windows }: OpenDeps): Promise<Opened | undefined> {
  const { view } = originOf(args.body);
  const page = runningPage();
  if (view?.callback_id !== pageId) return showAbove(windows, args, page);
  return (await windows.follow(view, page)) === 'shown' ? view : undefined;
}
