import type { Button } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { Message } from '../../../requests/result-views.ts';
import { fallback, note, paragraph, plain, printable } from '../../../slack/views/blocks.ts';
import { words } from '../words.ts';
import { actions } from './ids.ts';

/** Asks HR whether to announce a person added without a request. */
export function askingMessage(
  reference: string,
  { name, email }: Pick<Person, 'name' | 'email'>,
  language: Language,
): Message {
  const { asks, who, nothingYet } = words[language].elsewhere;
  const text = asks(name);
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(who(name, email)),
      { type: 'actions', elements: askingButtons(reference, name, language) },
      note(nothingYet),
    ],
  };
}

/** Buttons for the message and App Home. */
export function askingButtons(reference: string, name: string, language: Language): Button[] {
  const { buttons } = words[language].elsewhere;
  return [
    { ...button(reference, actions.announce, buttons.announce, { name, language }), style: 'primary' },
    button(reference, actions.dismiss, buttons.dismiss, { name, language }),
  ];
}

function button(
  value: string,
  action_id: string,
  label: string,
  { name, language }: { name: string; language: Language },
): Button {
  const accessibility_label = words[language].elsewhere.spoken(label, printable(name));
  return { type: 'button', action_id, text: plain(label), accessibility_label, value };
}

/** Replaces the message that asked, with the decision. @param name undefined if the list no longer has it */
export function decidedMessage(
  { reference, decided }: FoundPerson,
  name: string | undefined,
  language: Language,
): Message {
  const { added, announcedBy, dismissedBy, somebody, buttons } = words[language].elsewhere;
  const said = added(name ?? somebody);
  const text = fallback(said);
  if (!decided) return { text, blocks: [paragraph(said)] };
  const isAnnounced = decided.what === 'announced';
  const by = isAnnounced ? announcedBy(decided.by, decided.requestId) : dismissedBy(decided.by);
  const afterAll = button(reference, actions.announce, buttons.afterAll, {
    name: name ?? somebody,
    language,
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
export function importedMessage(count: number, language: Language): Message {
  const { imported, importedNote } = words[language].elsewhere;
  const text = imported(count);
  return { text, blocks: [paragraph(text), paragraph(importedNote)] };
}
