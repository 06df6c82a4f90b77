import type { Button } from '@slack/types';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { Message } from '../../../requests/result-views.ts';
import { fallback, note, paragraph, plain, printable } from '../../../slack/views/blocks.ts';
import { actions } from './ids.ts';
import { say } from './messages.ts';

/** Asks HR whether to announce a person added without a request. */
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

/** Replaces the message that asked, with the decision. @param name undefined if the list no longer has it */
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

/** Tells HR that many people were imported at once, without names. */
export function importedMessage(count: number): Message {
  const { imported, importedNote } = say();
  const text = imported(count);
  return { text, blocks: [paragraph(text), paragraph(importedNote)] };
}
