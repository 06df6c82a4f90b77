import { explain } from '../../../onboarding/outage.ts';
import { mayDecide } from '../../../requests/may-see.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { originOf, viewerOf } from '../../../slack/incoming/origin.ts';
import { openView, showAbove } from '../../../slack/views/open-view.ts';
import type { HomeDeps } from '../deps.ts';
import { say } from '../messages.ts';
import { findFor } from '../viewer.ts';
import { followPages } from './open-pages.ts';
import { requestPage, requestViewId } from './request-page.ts';

/** Opens request pages and keeps them up to date. */
export function requestPages(deps: HomeDeps) {
  const pages = followPages(deps, (viewer, id) => requestPage(viewer, { id }, deps));

  return {
    stop: pages.stop,
    async open(args: ButtonArgs): Promise<void> {
      await args.ack();
      const [viewer, id] = [viewerOf(args), args.action.value ?? ''];
      const view = await requestPage(viewer, { id }, deps);
      const window = await showAbove(deps.windows, args, view);
      if (window) pages.follow(window, { viewer, teamId: originOf(args.body).teamId, id }, view);
    },
    async showAgain(args: ButtonArgs, id: string, said?: string): Promise<boolean> {
      const { view: open, teamId } = originOf(args.body);
      if (open?.callback_id !== requestViewId) return false;
      const viewer = viewerOf(args);
      const view = await requestPage(viewer, { id, said }, deps);
      const became = await deps.windows.follow(open, view);
      // Compare later updates with the page without this result, so that it stays until the request changes.
      const shown = said === undefined ? view : await requestPage(viewer, { id }, deps);
      if (became === 'shown') pages.follow(open, { viewer, teamId, id }, shown);
      return true;
    },
  };
}

export function decide(deps: HomeDeps, what: 'retry' | 'cancel', pages: ReturnType<typeof requestPages>) {
  return async (args: ButtonArgs) => {
    const { ack, body, action } = args;
    await ack();
    const viewer = viewerOf(args);
    const id = action.value ?? '';
    const request = await findFor(viewer, id, deps);
    const may = request && mayDecide(request, deps.typeOf(request), viewer);
    const decision = may ? await deps.ledger[what](id, body.user.id) : { kind: 'gone' as const };
    const { title, decisions } = say();
    const isTaken = decision.kind === 'taken';
    const answer = isTaken ? waitsFor(what, deps) : decisions[decision.kind];
    if (await pages.showAgain(args, id, answer)) return;
    if (answer !== undefined) await openView(args, noticeView(title, answer));
  };
}

/** Explains why a retry has no effect during an outage; undefined if there is none. */
function waitsFor(what: 'retry' | 'cancel', { ledger }: Pick<HomeDeps, 'ledger'>): string | undefined {
  const trouble = what === 'retry' ? ledger.outage() : undefined;
  return trouble && say().triedAgain(explain(trouble));
}
