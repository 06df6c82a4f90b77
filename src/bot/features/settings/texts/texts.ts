import type { ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import { filled, unknownIn } from '../../../plan/own-text.ts';
import type { FormArgs } from '../../../slack/incoming/args.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { escapeMrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { isUntouched } from '../../../slack/views/inputs.ts';
import { type Texts, textNames } from '../../../storage/texts.ts';
import type { SettingsDeps } from '../deps.ts';
import { settingsFields } from '../fields.ts';
import { settingsForm } from '../form.ts';
import { savedPage } from '../saved.ts';
import { words } from '../words.ts';

/** Form for the organization's own texts. */
export function textsForm({ settingsStore }: SettingsDeps, language: Language): ModalView {
  const fields = settingsFields[language].texts;
  const { texts } = settingsStore.current();
  const blocks = [paragraph(words[language].texts.intro), ...fields.blocks(texts, undefined)];
  return settingsForm('texts', blocks, language);
}

export function receiveTexts(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body, context }: FormArgs) => {
    const language = languageIn(context);
    const fields = settingsFields[language].texts;
    const sent = fields.read(view.state.values);
    const mistakes = textNames.map((name) => [name, mistakeIn(sent[name] ?? '', language)]);
    const errors = fields.errors(Object.fromEntries(mistakes));
    if (errors) return ack({ response_action: 'errors', errors });
    const changed = textNames.filter((name) => !isUntouched(view, fields.idOf(name)));
    const wanted = { ...settingsStore.current().texts };
    for (const name of changed) {
      const text = sent[name]?.trim();
      if (text) wanted[name] = text;
      else delete wanted[name];
    }
    await settingsStore.save({ texts: wanted }, body.user.id, clock.now());
    await ack({ response_action: 'update', view: textsSaved(deps, language) });
  };
}

function mistakeIn(text: string, language: Language): string | undefined {
  const unknown = unknownIn(text);
  return unknown === undefined ? undefined : words[language].texts.unknown(unknown);
}

function textsSaved({ settingsStore }: SettingsDeps, language: Language): ModalView {
  const lines = previewOf(settingsStore.current().texts, language);
  const { none } = words[language].texts;
  return savedPage('texts', (lines.length > 0 ? lines : [none]).map(escapeMrkdwn), language);
}

/** Previews with a fictional person: once with all details, once with the name only. */
function previewOf(texts: Texts, language: Language): string[] {
  const { labels, sample, withEverything, withLittle, ownWords } = words[language].texts;
  const { name, 'first name': first } = sample;
  return textNames.flatMap((one) => {
    const text = texts[one];
    if (text === undefined) return [];
    const all = withEverything(filled(text, sample) ?? ownWords);
    const little = withLittle(filled(text, { name, 'first name': first }) ?? ownWords);
    return [[labels[one], all, little].join('\n')];
  });
}
