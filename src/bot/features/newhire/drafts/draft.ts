import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Clock } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { type Message, messageOf } from '../../../requests/result-views.ts';
import { type By, button, buttonOf } from '../../../slack/button.ts';
import type { OpenView } from '../../../slack/incoming/arrival.ts';
import type { Here } from '../../../slack/modal.ts';
import { fallback, paragraph, row } from '../../../slack/views/blocks.ts';
import { rootOf } from '../../../slack/views/view.ts';
import type { Entered, ListedDraft } from '../../../storage/drafts.ts';
import { actions, type HireValues, newHireFields } from '../form/fields.ts';
import { personName } from '../request.ts';
import { say } from './messages.ts';

/** Message to a person who closed a form, with the draft it was saved as. */
export function closedMessage({ drafts, ledger }: Bot) {
  return defineMessage({
    name: 'newhire.draft',
    label: () => say().label,
    about: z.object({ draft: z.string(), form: z.string() }),
    async build({ draft: id, form }, { target: owner }) {
      const draft = await drafts.find(owner, id);
      // A person who saved the draft themselves knows where it is.
      if (!draft?.byItself || (await ledger.isSubmitted(form))) return undefined;
      return messageOf(say().closed(draft), ...draftButtons(draft));
    },
  });
}

/** Replaces the message about a draft when there is nothing left to resume. */
export const endedMessage = defineMessage({
  name: 'newhire.draft_ended',
  label: () => say().label,
  about: z.object({ how: z.enum(['sent', 'deleted']) }),
  build: ({ how }) => messageOf(say().ended[how]),
});

/** Ends a draft and replaces the messages about it, so no dead button remains. */
export async function endDraft(
  owner: string,
  id: string,
  how: 'sent' | 'deleted',
  { drafts, ledger }: Bot,
): Promise<void> {
  await drafts.remove(owner, id);
  // Messages built after this find no draft.
  for (const purpose of await ledger.purposesAbout(topicOf(id)))
    await ledger.enqueue(
      endedMessage.message({ purpose: `${purpose} ended`, recipient: { inPlaceOf: purpose } }, { how }),
    );
}

/** Topic of all messages about a draft. */
function topicOf(draft: string): string {
  return `draft ${draft}`;
}

/** Drafts per message, two blocks each. */
const most = 20;

export async function draftsList(owner: string, { drafts }: Bot): Promise<Message> {
  const { none, heading } = say();
  const own = await drafts.list(owner, most + 1);
  const text = own.length === 0 ? none : heading(own.length, most);
  return { text: fallback(text), blocks: [paragraph(text), ...draftBlocks(own.slice(0, most))] };
}

export function draftBlocks(drafts: readonly ListedDraft[]): KnownBlock[] {
  const { line } = say();
  return drafts.flatMap((draft) => [paragraph(line(draft)), ...draftButtons(draft)]);
}

function draftButtons(draft: ListedDraft): KnownBlock[] {
  const { resume, resumeOf, remove, removeOf } = say();
  const about = { draft: draft.id };
  return row(
    buttonOf(actions.resume, about, { text: resume, spoken: resumeOf(draft) }),
    deleteDraft.show(about, { text: remove, spoken: removeOf(draft) }),
  );
}

export const OfDraft = z.object({ draft: z.string() });

/** "Delete": App Home and the messages update, and the list after the command is rewritten. */
export const deleteDraft = button({
  id: 'newhire_draft_delete',
  role: 'hr',
  value: OfDraft,
  async press({ draft }, by: By<Bot>, { body, respond }) {
    const { userId } = by.viewer;
    await endDraft(userId, draft, 'deleted', by);
    if (!body.container.is_ephemeral) return;
    const list = await draftsList(userId, by);
    await respond({ response_type: 'ephemeral', replace_original: true, ...list });
  },
});

/** Shortest time between two writes of a form, and how long failed writes are retried, in milliseconds. */
const [every, patience] = [1_000, 60_000];

export const FormKey = z.object({
  /** Submission reference: one form makes at most one request. */
  form: z.string(),
  /** Draft from which the form was resumed. */
  draft: z.string().optional(),
  /** Reference of the proposal that the form announces. */
  proposal: z.string().optional(),
});
export type FormKey = z.infer<typeof FormKey>;

/** Key of the form's draft. A resumed form keeps the key of its draft. */
export function draftKeyOf({ form, draft }: FormKey): string {
  return draft ?? form;
}

/** The values in a form now. */
export function typedIn(values: HireValues, { viewer }: By<Bot>, { open, at }: Here) {
  return { owner: viewer.userId, values, at, rootView: rootOf(open) };
}

type Typed = ReturnType<typeof typedIn>;

interface Kept extends Typed {
  key: FormKey;
  /** Whether the service has a part of the values already. */
  isThere: boolean;
  /** Arrival in this process, in milliseconds since the epoch. */
  since: number;
}

type Autosave = ReturnType<typeof createAutosave>;

export interface HireServices extends Bot {
  autosave: Autosave;
}

export function createAutosave(deps: Bot) {
  const { clock, log } = deps;
  const now = () => clock.now().getTime();
  const throttle = createThrottle(clock, (kept: Kept) =>
    write(kept).catch((err: unknown) => {
      log.warn({ err }, 'a form could not be kept as a draft');
      if (now() - kept.since < patience) throw err;
    }),
  );

  async function write({ key, isThere, ...typed }: Kept): Promise<void> {
    if (isEntered(typed.values, isThere ? key : {}))
      return void (await keepDraft(key, { ...typed, byItself: true }, deps));
    // Everything in the form was cleared.
    const id = draftKeyOf(key);
    if (await deps.drafts.clear(typed.owner, id, typed.at)) await endDraft(typed.owner, id, 'deleted', deps);
  }

  return {
    /** A suggested zone that no field shows isn't stored: the manager may be another one later. */
    keep(key: FormKey, typed: Typed, isThere = false): void {
      throttle.put(draftKeyOf(key), { ...typed, key, isThere, since: now() });
    },
    flush: (key: FormKey) => throttle.flush(draftKeyOf(key)),
    stop: throttle.stop,
  };
}

/** Fields that the service has about a proposed person. */
const broughtByProposal: readonly string[] = ['first_name', 'last_name', 'email', 'role'];

/** @param proposal of the form, if it has one: it brings the values that nobody entered */
export function isEntered(values: HireValues, { proposal }: Pick<FormKey, 'proposal'> = {}): boolean {
  const brought = proposal === undefined ? [] : broughtByProposal;
  const entered = newHireFields.filledIn(values).filter((name) => !brought.includes(name));
  return entered.some((name) => !('isAside' in newHireFields.table[name]));
}

/**
 * Stores the draft, unless the form has been sent. Sending stores its request before it removes the draft, so a save
 * that overlaps with it finds the request and removes the draft.
 */
export async function keepDraft(
  key: FormKey,
  { owner, values, ...entered }: Omit<Typed, 'at'> & Entered,
  { drafts, ledger }: Bot,
) {
  const id = draftKeyOf(key);
  const { first_name, last_name, email } = values;
  const title = personName(first_name, last_name) || email || say().untitled;
  const content = { ...newHireFields.toDraft(values), proposal: key.proposal };
  await drafts.save(owner, id, { title, content }, entered);
  if (!(await ledger.isSubmitted(key.form))) return 'saved';
  await drafts.remove(owner, id);
  return 'alreadySent';
}

/** Time for other processes to store the last input, in milliseconds. */
const settling = 1_500;

/** Tells a person who closed a form where its draft is. */
export async function offerDraft(key: FormKey, open: OpenView, by: By<HireServices>): Promise<void> {
  const owner = by.viewer.userId;
  await by.autosave.flush(key);
  // Closing with X reports the lowest window, which may be a form that was already sent, with another form above it.
  const own = draftKeyOf(key);
  const draft = (await by.drafts.idIn(owner, rootOf(open))) ?? own;
  const form = draft === own ? key.form : draft;
  const due = new Date(by.clock.now().getTime() + settling);
  const address = {
    purpose: `draft in ${open.id}`,
    topic: topicOf(draft),
    recipient: { channel: owner },
    due,
  };
  await by.ledger.enqueue(closedMessage(by).message(address, { draft, form }));
  by.changes.tell();
}

interface Slot<Value> {
  latest: Value | undefined;
  writing: Promise<void>;
  cancel(): void;
}

/**
 * Writes values one after another per key: the first at once, then only the newest of those that arrive meanwhile.
 * @param write a rejected value is written again, unless a newer one arrived
 */
export function createThrottle<Value extends Pick<Kept, 'at'>>(
  clock: Pick<Clock, 'after'>,
  write: (value: Value) => Promise<void>,
) {
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
      if (slot.latest === undefined || value.at >= slot.latest.at) slot.latest = value;
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
