import type { ChangeArgs } from '../../../slack/incoming/args.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { rootOf } from '../../../slack/views/view.ts';
import type { NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import { clearDraft } from './draft-notice.ts';
import { keepDraft } from './keep-draft.ts';
import { createThrottle } from './throttle.ts';

type AutosaveDeps = Pick<NewHireDeps, 'clock' | 'drafts' | 'ledger' | 'log'>;

/** Shortest time between two writes of a form, and how long failed writes are retried, in milliseconds. */
const [every, patience] = [1_000, 60_000];

interface Kept {
  owner: string;
  metadata: Metadata;
  values: HireValues;
  /** Slack timestamp. */
  at: string;
  rootView: string;
  /** Arrival in this process, in milliseconds since the epoch. */
  since: number;
}

export type Autosave = ReturnType<typeof createAutosave>;

/** Stores forms as drafts while people fill them in, in the background. */
export function createAutosave(deps: AutosaveDeps) {
  const { clock, log } = deps;
  const now = () => clock.now().getTime();
  const throttle = createThrottle<Kept>({
    clock,
    every,
    isOlder: (one, other) => one.at < other.at,
    write: (kept) =>
      write(kept).catch((err: unknown) => {
        log.warn({ err }, 'a form could not be kept as a draft');
        if (now() - kept.since < patience) throw err;
      }),
  });

  async function write({ owner, metadata, values, ...when }: Kept): Promise<void> {
    const entered = { ...when, byItself: true };
    if (isEntered(values)) await keepDraft(owner, metadata, { values, entered }, { ...deps });
    else await clearDraft(owner, draftKeyOf(metadata), when.at, deps);
  }

  function keep(
    open: Pick<OpenView, 'id' | 'root_view_id' | 'private_metadata'>,
    kept: Pick<Kept, 'owner' | 'values' | 'at'>,
  ): void {
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    throttle.put(draftKeyOf(metadata), { ...kept, metadata, rootView: rootOf(open), since: now() });
  }

  return {
    keep,
    /** Stores a form's state, which Slack sends with each choice, press and letter. */
    keepState({ body, action }: Pick<ChangeArgs, 'body' | 'action' | 'context'>): void {
      const { view: open } = originOf(body);
      if (!open || !body.view) return;
      // A suggested zone that no field shows isn't stored: the manager may be another one later.
      const values = newHireFields.read(body.view.state.values);
      keep(open, { owner: body.user.id, values, at: action.action_ts });
    },
    /** Stores a form's values now. @returns when that is done or has failed */
    flush: (metadata: Metadata) => throttle.flush(draftKeyOf(metadata)),
    stop: throttle.stop,
  };
}

/** Whether the values are worth a draft. */
export function isEntered(values: HireValues): boolean {
  return newHireFields.filledIn(values).some((name) => !isAside(newHireFields.table[name]));
}

function isAside({ isAside: is = false }: { isAside?: boolean }): boolean {
  return is;
}
