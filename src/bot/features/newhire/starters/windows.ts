import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { dayIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { selectField, textField } from '../../../slack/forms/field.ts';
import { modal } from '../../../slack/modal.ts';
import { alert, growingList, markedNote, note, paragraph, row } from '../../../slack/views/blocks.ts';
import { option } from '../../../slack/views/view.ts';
import { starterPath } from '../../../starters/receive.ts';
import { longestSourceName, mostSources, type StarterSource } from '../../../storage/starter-sources.ts';
import { mistakeInAddress } from '../../../webhooks/address.ts';
import { say as sayAddress } from '../../../webhooks/messages.ts';
import { eventsWindow } from './events-window.ts';
import { exampleWindow, family, mappingWindow, OfSource, sourceOrGone } from './mapping-windows.ts';
import { say } from './messages.ts';
import { presetNames, presets } from './presets.ts';

export const sourcesWindow = modal({
  id: 'newhire_sources',
  family,
  role: 'hr',
  facts: async ({ starterSources }: By<Bot>) => ({ sources: await starterSources.list() }),
  title: () => say().sources.title,
  open({ sources }) {
    const said = say().sources;
    const add = sources.length < mostSources ? [addWindow.button({}, { text: said.add })] : [];
    const full = said.full(mostSources);
    return { above: growingList({ ...said, full }, add, sources.map(sourceBlock)) };
  },
});

function sourceBlock(source: StarterSource): KnownBlock {
  const { id, name } = source;
  const { edit, editOf } = say().sources;
  const button = sourceWindow.button({ id }, { text: edit, spoken: editOf(name) });
  return { ...paragraph([name, ...troublesOf(source)].join('\n')), accessory: button };
}

function troublesOf({ mapping, pollTrouble }: StarterSource): string[] {
  const { noMapping, pollTrouble: trouble } = say().sources;
  return [
    ...(mapping.key === undefined ? [noMapping] : []),
    ...(pollTrouble === null ? [] : [trouble(pollTrouble)]),
  ];
}

function listPage(by: By<Bot>, said: AlertBlock): Promise<ModalView> {
  return sourcesWindow.current({}, by, { again: [said] });
}

const addWindow = modal({
  id: 'newhire_source_add',
  family,
  role: 'hr',
  facts: async (_by: By<Bot>) => ({}),
  title: () => say().source.title,
  fields() {
    const { name, nameHint, system, systemHint } = say().source;
    const entries = () => presetNames.map((one) => option(presets[one].name, one));
    return {
      name: textField({ label: name, hint: nameHint, required: true, most: longestSourceName }),
      system: selectField({ label: system, hint: systemHint, entries }),
    };
  },
  open: () => ({}),
  submit: {
    text: () => say().source.save,
    async run(_facts, _metadata, { name = '', system }, by) {
      const { nameTaken, badName } = say().source;
      const preset = presetNames.find((one) => one === system);
      const mapping = preset ? presets[preset].mapping : {};
      const added = await by.starterSources.add(name, mapping, by.viewer.userId);
      if (added.kind === 'added') return secretPage(added);
      const errors = { badName, nameTaken, full: say().sources.full(mostSources) };
      return { errors: { name: errors[added.kind] } };
    },
  },
});

/** Shows a secret, which can't be shown again. */
function secretPage({ id, secret }: { id: string; secret: string }): ModalView {
  const { secretTitle, secret: intro, sendTo } = say().source;
  return outcomePage(secretTitle, [
    paragraph(sendTo(`${starterPath}/${id}`)),
    alert('warning', intro),
    paragraph(secret),
    ...row(sourceWindow.button({ id }, { text: say().source.title })),
  ]);
}

export const sourceWindow = modal({
  id: 'newhire_source',
  family,
  role: 'hr',
  metadata: OfSource,
  async facts(by: By<Bot>, { id }) {
    const source = await sourceOrGone(id, by);
    if ('type' in source) return source;
    const [latest, ...others] = await by.starterSources.events(id);
    const zone = by.settings().timezone;
    return { source, zone, count: others.length + 1, at: latest?.receivedAt };
  },
  title: () => say().source.title,
  fields() {
    const { address: label, addressHint: hint } = say().source;
    return { address: textField({ label, hint, most: 1_000 }) };
  },
  open({ source, zone, count, at }) {
    const { id, name, address, secret, setBy, setAt } = source;
    const { sendTo, received, lost, mapping: text, events, setBy: by } = say().source;
    return {
      above: [
        ...(secret === undefined ? [alert('error', lost)] : []),
        ...troublesOf(source).map((line) => alert('warning', line)),
        paragraph(`${name}\n${sendTo(`${starterPath}/${id}`)}`),
        note(at ? received(count, at, zone) : say().events.none),
        markedNote(by(setBy, dayIn(zone, new Date(setAt)))),
        ...row(
          exampleWindow.button({ id }, { text }),
          eventsWindow.button({ id }, { text: events }),
          secretButton(),
        ),
      ],
      values: { address },
      below: removeRow(),
    };
  },
  submit: {
    text: () => say().source.save,
    async run(_facts, { id }, { address }, by) {
      const { saved } = say().source;
      const mistake = address && mistakeInAddress(address, by.webhookRules.mayBePrivate);
      if (mistake) return { errors: { address: sayAddress().mistakes[mistake] } };
      const isThere = await by.starterSources.setAddress(id, address, by.viewer.userId);
      return listPage(by, isThere ? alert('success', saved) : alert('warning', say().sources.gone));
    },
  },
  actions: {
    async secret(_facts, { id }, _press, by: By<Bot>) {
      const secret = await by.starterSources.renewSecret(id, by.viewer.userId);
      return secret === undefined
        ? listPage(by, alert('warning', say().sources.gone))
        : secretPage({ id, secret });
    },
    async remove({ source }, { id }, _press, by: By<Bot>) {
      await by.starterSources.remove(id, by.viewer.userId);
      return listPage(by, alert('success', say().sources.removed(source.name)));
    },
  },
});

function secretButton(): Button {
  const { newSecret: text, newSecretConfirm: asks } = say().source;
  return sourceWindow.actionButton('secret', { text, asks });
}

function removeRow(): KnownBlock[] {
  const { remove: text, removeConfirm: asks } = say().source;
  return row(sourceWindow.actionButton('remove', { text, asks, isDanger: true }));
}

/** All windows about sources. */
export const sourceWindows = [
  sourcesWindow,
  addWindow,
  sourceWindow,
  exampleWindow,
  mappingWindow,
  eventsWindow,
];
