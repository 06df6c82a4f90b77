import type { ModalView } from '@slack/types';
import { filled, unknownIn } from '../../../plan/own-text.ts';
import type { FormArgs } from '../../../slack/incoming/listeners.ts';
import { escapeMrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { isUntouched } from '../../../slack/views/view.ts';
import { type Texts, textNames } from '../../../storage/texts.ts';
import type { SettingsDeps } from '../deps.ts';
import { settingsFields } from '../fields.ts';
import { savedPage, settingsForm } from '../form.ts';
import { say } from './messages.ts';

export function textsForm({ settingsStore }: SettingsDeps): ModalView {
  const fields = settingsFields().texts;
  const { texts } = settingsStore.current();
  const blocks = [paragraph(say().intro), ...fields.blocks(texts, undefined)];
  return settingsForm('texts', blocks);
}

export function receiveTexts(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body }: FormArgs) => {
    const fields = settingsFields().texts;
    const sent = fields.read(view.state.values);
    const mistakes = textNames.map((name) => [name, mistakeIn(sent[name] ?? '')]);
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
    await ack({ response_action: 'update', view: textsSaved(deps) });
  };
}

function mistakeIn(text: string): string | undefined {
  const unknown = unknownIn(text);
  return unknown === undefined ? undefined : say().unknown(unknown);
}

function textsSaved({ settingsStore }: SettingsDeps): ModalView {
  const lines = previewOf(settingsStore.current().texts);
  const { none } = say();
  return savedPage('texts', (lines.length > 0 ? lines : [none]).map(escapeMrkdwn));
}

function previewOf(texts: Texts): string[] {
  const { labels, sample, withEverything, withLittle, ownWords } = say();
  const { name, 'first name': first } = sample;
  return textNames.flatMap((one) => {
    const text = texts[one];
    if (text === undefined) return [];
    const all = withEverything(filled(text, sample) ?? ownWords);
    const little = withLittle(filled(text, { name, 'first name': first }) ?? ownWords);
    return [[labels[one], all, little].join('\n')];
  });
}
