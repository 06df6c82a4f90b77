import type { Button } from '@slack/types';
import { z } from 'zod';
import type { AskedAbout } from '../../../ledger/elsewhere/compare.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import { askingPurpose } from '../../../ledger/elsewhere/unsettled.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { Message } from '../../../requests/result-views.ts';
import { fallback, note, paragraph, plain, printable } from '../../../slack/views/blocks.ts';
import type { NewHireDeps } from '../deps.ts';
import { say } from './messages.ts';
import { whoIsNow } from './who.ts';

/** Action ids of the buttons that ask about a person; their value is the person's reference. */
export const actions = {
  announce: 'newhire_elsewhere_announce',
  dismiss: 'newhire_elsewhere_dismiss',
} as const;

export function askingMessage(reference: string, { name, email }: Pick<Person, 'name' | 'email'>): Message {
  const { asks, who, nothingYet } = say();
  const text = asks(name);
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(who(name, email)),
      { type: 'actions', elements: askingButtons(reference, name) },
      note(nothingYet),
    ],
  };
}

/** Buttons for the message and App Home. */
export function askingButtons(reference: string, name: string): Button[] {
  const { buttons } = say();
  return [
    { ...button(reference, actions.announce, buttons.announce, { name }), style: 'primary' },
    button(reference, actions.dismiss, buttons.dismiss, { name }),
  ];
}

function button(value: string, action_id: string, label: string, { name }: { name: string }): Button {
  const accessibility_label = say().spoken(label, printable(name));
  return { type: 'button', action_id, text: plain(label), accessibility_label, value };
}

/** `name` is undefined if the list no longer has the person. */
export function decidedMessage({ reference, decided }: FoundPerson, name: string | undefined): Message {
  const { added, announcedBy, dismissedBy, somebody, buttons } = say();
  const said = added(name ?? somebody);
  const text = fallback(said);
  if (!decided) return { text, blocks: [paragraph(said)] };
  const isAnnounced = decided.what === 'announced';
  const by = isAnnounced ? announcedBy(decided.by, decided.requestId) : dismissedBy(decided.by);
  const afterAll = button(reference, actions.announce, buttons.afterAll, {
    name: name ?? somebody,
  });
  return {
    text,
    blocks: [
      paragraph(said),
      { type: 'context', elements: [{ type: 'mrkdwn', text: by }] },
      ...(isAnnounced ? [] : [{ type: 'actions' as const, elements: [afterAll] }]),
    ],
  };
}

export function importedMessage(count: number): Message {
  const { imported, importedNote } = say();
  const text = imported(count);
  return { text, blocks: [paragraph(text), paragraph(importedNote)] };
}

const Asked = z.object({ reference: z.string() });
const Imported = z.object({ count: z.int() });

type TellingDeps = Pick<NewHireDeps, 'ledger' | 'directory' | 'settings' | 'clock'>;

/** Longest wait for a fresh list before HR is asked about a person, and the delay before a retry, in milliseconds. */
const patience = 10_000;
const again = 30_000;

/**
 * Messages to HR about people added without a request. They hold references only, and get the names when
 * they're sent.
 */
export function defineElsewhere(deps: TellingDeps) {
  const isWanted = () => deps.settings().reminders.addedElsewhere;

  const asked = defineMessage({
    name: 'newhire.elsewhere',
    about: Asked,
    async build({ reference }, { now }) {
      const found = await deps.ledger.elsewhere.find(reference);
      if (!found || found.decided || !isWanted()) return undefined;
      const who = await whoIsNow(found, deps, patience);
      if (who.kind === 'there') return askingMessage(reference, who.person);
      return who.kind === 'unread' ? { later: new Date(now.getTime() + again) } : undefined;
    },
  });

  const imported = defineMessage({
    name: 'newhire.imported',
    about: Imported,
    build: ({ count }) => (isWanted() ? importedMessage(count) : undefined),
  });

  const toHr = (purpose: string) => ({ purpose, recipient: { hr: true } as const });
  const telling: AskedAbout = {
    each: (references) =>
      references.map((reference) => asked.message(toHr(askingPurpose(reference)), { reference })),
    imported: (reference, count) => [imported.message(toHr(askingPurpose(reference)), { count })],
  };

  return {
    messages: [asked, imported],
    /** Undefined if HR has turned these messages off. */
    telling: () => (isWanted() ? telling : undefined),
  };
}
