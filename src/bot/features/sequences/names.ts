import { z } from 'zod';
import { SequenceKind, sequenceLimits } from '../../../contract/sequence.ts';
import type { Bot } from '../../bot.ts';
import { selectField, textField } from '../../slack/forms/field.ts';
import { modal } from '../../slack/modal.ts';
import { alert } from '../../slack/views/blocks.ts';
import { option } from '../../slack/views/view.ts';
import { atFields, type Known, makeSequence, named, readSequences, saveChange } from './changes.ts';
import { say } from './messages.ts';
import { shownAfter } from './sequence.ts';
import { goneList, listWindow, notReadPage, places, savingPage } from './windows.ts';

/** A new sequence, or a copy of one. */
export const makeWindow = modal({
  ...places.make.window,
  /** Idempotency key: the form creates one sequence, even if sent twice. */
  kept: z.object({ key: z.string() }),
  async facts({ additions }: Bot, { copied }): Promise<Known & { isCopy: boolean }> {
    return { ...(copied ? await readSequences(additions) : {}), isCopy: copied !== null };
  },
  title: ({ isCopy }) => (isCopy ? say().titles.copy : say().titles.make),
  fields: () => ({
    name: nameField(),
    kind: selectField<undefined>({
      label: say().make.kind,
      required: true,
      entries: () => SequenceKind.options.map((one) => option(say().kinds[one], one)),
    }),
  }),
  open(facts, { copied, key = crypto.randomUUID() }, typed) {
    const original = facts.all?.find(({ id }) => id === copied?.id);
    if (!typed && facts.trouble)
      return notReadPage(facts.trouble, places.make.button({ copied }, say().tryAgain));
    if (!typed && copied && !original) return goneList(facts);
    if (!original) return { keep: { key } };
    const { name, kind } = original;
    return {
      values: { name: say().make.copyOf(name), kind },
      keep: { key },
    };
  },
  submit: {
    text: () => say().make.submit,
    waiting: savingPage,
    async run(facts, { copied, key }, values, by) {
      const { sequence: done, make } = say();
      const kind = SequenceKind.safeParse(values.kind).data;
      const mistakes = { name: nameMistake(values.name), kind: kind ? undefined : make.kindMissing };
      if (!values.name || !kind || mistakes.name !== undefined) return { errors: mistakes };
      if (facts.trouble)
        return shownAfter({ kind: 'failed', error: facts.trouble }, { facts, done: '', values }, by);
      // A copy gets the tasks that the original has now.
      const original = facts.all?.find(({ id }) => id === copied?.id);
      if (copied && !original) return goneList(facts);
      const wanted = { name: values.name, kind, tasks: original?.tasks ?? [] };
      const made = await makeSequence(wanted, key, by.additions);
      void by.directory.readAnew();
      if (made.kind === 'madeBefore')
        return listWindow.view(
          { ...(await readSequences(by.additions)), said: alert('warning', make.before) },
          { page: 0 },
        );
      const errors = atFields(made, ['name', 'kind']);
      if (errors) return { errors };
      return shownAfter(made, { facts, done: copied ? done.copied : done.made, values }, by);
    },
  },
});

/** Another name for a sequence. */
export const renameWindow = modal({
  ...places.rename.window,
  facts: ({ additions }: Bot) => readSequences(additions),
  title: () => say().titles.rename,
  fields: () => ({ name: nameField() }),
  open(facts, metadata, typed) {
    const sequence = facts.all?.find(({ id }) => id === metadata.id);
    if (!typed && facts.trouble)
      return notReadPage(facts.trouble, places.rename.button(metadata, say().tryAgain));
    if (!typed && !sequence) return goneList(facts);
    return { values: { name: sequence?.name } };
  },
  submit: {
    text: () => say().make.submit,
    waiting: savingPage,
    async run(facts, target, values, by) {
      const mistake = nameMistake(values.name);
      if (mistake !== undefined || values.name === undefined) return { errors: { name: mistake } };
      const saved = await saveChange(target, named(values.name), facts, by.additions);
      void by.directory.readAnew();
      const errors = atFields(saved, ['name']);
      return errors ? { errors } : shownAfter(saved, { facts, done: say().sequence.renamed, values }, by);
    },
  },
});

function nameField() {
  const { name: label, nameHint: hint } = say().make;
  return textField({ label, hint, required: true, most: sequenceLimits.name });
}

function nameMistake(name: string | undefined): string | undefined {
  const isFine = name !== undefined && name.length <= sequenceLimits.name;
  return isFine ? undefined : say().make.nameWrong;
}
