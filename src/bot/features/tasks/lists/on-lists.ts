import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { viewerOf } from '../../../slack/incoming/reader.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import type { TaskDeps } from '../deps.ts';
import { Scope } from './list-button.ts';
import { ListPlace, listPage } from './list-page.ts';

/** Handles buttons that open a list. */
export function openList(deps: TaskDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const scope = Scope.parse(JSON.parse(args.action.value ?? ''));
    await showAbove(deps.windows, args, await listPage({ scope, from: 0 }, viewerOf(args), deps));
  };
}

/** Handles "Next" and "Back to the first". */
export function turnList(deps: TaskDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view } = originOf(args.body);
    const place = ListPlace.parse(JSON.parse(args.action.value ?? ''));
    if (view) await deps.windows.follow(view, await listPage(place, viewerOf(args), deps));
  };
}

/** Updates the list in which a button was pressed. @returns false if it was closed */
export async function showListAgain(args: ButtonArgs, said: string | undefined, deps: TaskDeps) {
  const { view } = originOf(args.body);
  const place = view && ListPlace.safeParse(JSON.parse(view.private_metadata)).data;
  if (!view || !place) return false;
  const page = await listPage(place, viewerOf(args), deps, said);
  return (await deps.windows.follow(view, page)) === 'shown';
}
