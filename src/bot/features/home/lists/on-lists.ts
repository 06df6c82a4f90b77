import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { ButtonArgs, ChangeArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { type OpenView, originOf, viewerOf } from '../../../slack/incoming/origin.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import { readForm } from '../../../slack/views/view.ts';
import type { HomeDeps } from '../deps.ts';
import { searchBlock } from '../ids.ts';
import { requestsView, trailIn } from './requests-view.ts';
import { placeIn, timelineView } from './timeline-view.ts';

/** Every press checks access again: a page shows only data its reader may see at that moment. */

export function showTimeline(deps: HomeDeps, towards?: 'later' | 'earlier') {
  return async (args: ButtonArgs) => {
    await args.ack();
    const place = towards && placeIn(args.action.value, towards);
    await show(args, await timelineView(viewerOf(args), place, deps), deps);
  };
}

export function openRequests(deps: HomeDeps, isSearching: boolean) {
  return async (args: ButtonArgs) => {
    await args.ack();
    await show(
      args,
      await requestsView(viewerOf(args), { name: undefined, trail: [], isSearching }, deps),
      deps,
    );
  };
}

export function turnPage(deps: HomeDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view } = originOf(args.body);
    const name = nameIn(args.body.view?.state.values);
    const isSame = view !== undefined && name === shownName(view);
    const trail = isSame ? trailIn(args.action.value) : [];
    await show(args, await requestsView(viewerOf(args), { name, trail }, deps), deps);
  };
}

export function searchAtOnce(deps: HomeDeps) {
  return async (args: ChangeArgs) => {
    await args.ack();
    const name = nameIn(args.body.view?.state.values);
    await show(args, await requestsView(viewerOf(args), { name, trail: [] }, deps), deps);
  };
}

export function search(deps: HomeDeps) {
  return async (args: FormArgs) => {
    const name = nameIn(args.view.state.values);
    const view = await requestsView(viewerOf(args), { name, trail: [] }, deps);
    await args.ack({ response_action: 'update', view });
  };
}

async function show(args: ButtonArgs | ChangeArgs, view: ModalView, { windows }: HomeDeps): Promise<void> {
  const { view: open } = originOf(args.body);
  if (open && open.callback_id === view.callback_id) return void (await windows.follow(open, view));
  await showAbove(windows, args, view);
}

function nameIn(values: unknown): string | undefined {
  return readForm(values ?? {}).text(searchBlock);
}

const Field = z.object({ element: z.object({ initial_value: z.string().optional() }) });

function shownName({ blocks }: OpenView): string | undefined {
  const field = blocks.find(({ block_id }) => block_id === searchBlock);
  return Field.safeParse(field).data?.element.initial_value;
}
