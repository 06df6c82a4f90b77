import { LRUCache } from 'lru-cache';
import type { ChangeArgs } from '../../../slack/incoming/args.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { withBlocks } from '../../../slack/views/view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { advised } from './advice.ts';
import { type HireValues, newHireFields } from './fields.ts';
import { withZone, type ZoneDeps } from './propose-zone.ts';
import { warningsFor } from './warnings.ts';

/** A picker of the form has changed: warnings, the role's confirmation and the time zone follow. */
export function followChanges(deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'>, newest: Newest) {
  return async ({ body, action, ack, context }: ChangeArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const isNewest = newest(open.id);
    const pickedZone = action.action_id === newHireFields.actionId('timezone');
    const values = newHireFields.read(body.view.state.values);
    const language = languageIn(context);
    const blocks = await followed(open, values, { ...deps, pickedZone, language });
    // A later change knows everything that this one does, and more.
    if (!isNewest() || sameIds(blocks, open.blocks)) return;
    // A form that was closed or sent meanwhile needs none of it.
    await deps.windows.follow(open, withBlocks(open, blocks));
  };
}

/** The form's blocks as they fit what it holds: with its warnings, and the time zone. */
export async function followed(
  open: OpenView,
  values: HireValues,
  deps: FormDeps & ZoneDeps,
): Promise<OpenView['blocks']> {
  return withZone(advised(open.blocks, warningsFor(values, deps, deps.language)), values, deps);
}

export type Newest = ReturnType<typeof newestOnly>;

/** Tells for each form whether a change is still the newest one, so that a slow answer never undoes a later one. */
export function newestOnly() {
  const latest = new LRUCache<string, symbol>({ max: 1_000 });
  return (viewId: string) => {
    const mine = Symbol(viewId);
    latest.set(viewId, mine);
    return () => {
      const isNewest = latest.get(viewId) === mine;
      if (isNewest) latest.delete(viewId);
      return isNewest;
    };
  };
}

function sameIds(one: OpenView['blocks'], other: OpenView['blocks']): boolean {
  const ids = (blocks: OpenView['blocks']) => blocks.map(({ block_id }) => block_id).join('\n');
  return ids(one) === ids(other);
}
