import type { Clock } from '../../../../time/clock.ts';
import type { ChangeArgs } from '../../../slack/incoming/listeners.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { rootOf } from '../../../slack/views/view.ts';
import type { Entered } from '../../../storage/drafts.ts';
import type { NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import { personName } from '../request.ts';
import { clearDraft } from './draft-notice.ts';
import { say } from './messages.ts';

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
    keepState({ body, action }: Pick<ChangeArgs, 'body' | 'action' | 'context'>): void {
      const { view: open } = originOf(body);
      if (!open || !body.view) return;
      // A suggested zone that no field shows isn't stored: the manager may be another one later.
      const values = newHireFields.read(body.view.state.values);
      keep(open, { owner: body.user.id, values, at: action.action_ts });
    },
    flush: (metadata: Metadata) => throttle.flush(draftKeyOf(metadata)),
    stop: throttle.stop,
  };
}

export function isEntered(values: HireValues): boolean {
  return newHireFields.filledIn(values).some((name) => !isAside(newHireFields.table[name]));
}

function isAside({ isAside: is = false }: { isAside?: boolean }): boolean {
  return is;
}

type KeepDeps = Pick<NewHireDeps, 'drafts' | 'ledger'>;

/**
 * Stores the draft, unless the form has been sent. Sending stores its request before it removes the draft, so a save
 * that overlaps with it finds the request and removes the draft.
 */
export async function keepDraft(
  owner: string,
  metadata: Metadata,
  { values, entered }: { values: HireValues; entered: Entered },
  deps: KeepDeps,
) {
  const { drafts, ledger } = deps;
  const key = draftKeyOf(metadata);
  const { first_name, last_name, email } = values;
  const title = personName(first_name, last_name) || email || say().untitled;
  const isNew = await drafts.save(owner, key, { title, content: newHireFields.toDraft(values) }, entered);
  if (!(await ledger.isSubmitted(metadata.form))) return isNew ? 'saved' : 'sameAsBefore';
  await drafts.remove(owner, key);
  return 'alreadySent';
}

interface ThrottleOptions<Value> {
  clock: Pick<Clock, 'after'>;
  /** Shortest time between two writes of one key, in milliseconds. */
  every: number;
  isOlder(one: Value, other: Value): boolean;
  /** A rejected value is written again, unless a newer one arrived. */
  write(value: Value): Promise<void>;
}

interface Slot<Value> {
  latest: Value | undefined;
  writing: Promise<void>;
  cancel(): void;
}

/**
 * Writes values one after another per key: the first at once, then only the newest of those that arrive meanwhile.
 */
export function createThrottle<Value>({ clock, every, isOlder, write }: ThrottleOptions<Value>) {
  const slots = new Map<string, Slot<Value>>();

  function turn(key: string, slot: Slot<Value>): void {
    const { latest } = slot;
    if (latest === undefined) return void slots.delete(key);
    slot.latest = undefined;
    slot.writing = write(latest).catch(() => {
      slot.latest ??= latest;
    });
    let isOff = false;
    const goOn = () => {
      if (!isOff) turn(key, slot);
    };
    const cancel = clock.after(every, () => void slot.writing.then(goOn));
    slot.cancel = () => {
      isOff = true;
      cancel();
    };
  }

  async function flush(key: string): Promise<void> {
    const slot = slots.get(key);
    await slot?.writing;
    if (slot?.latest !== undefined) {
      slot.cancel();
      turn(key, slot);
    }
    await slot?.writing;
  }

  return {
    put(key: string, value: Value): void {
      const slot = slots.get(key) ?? { latest: undefined, writing: Promise.resolve(), cancel: () => {} };
      if (slot.latest === undefined || !isOlder(value, slot.latest)) slot.latest = value;
      if (slots.has(key)) return;
      slots.set(key, slot);
      turn(key, slot);
    },
    flush,
    /** Flushes all keys, and ends the timers. */
    async stop(): Promise<void> {
      await Promise.all([...slots.keys()].map(flush));
      for (const { cancel } of slots.values()) cancel();
    },
  };
}
