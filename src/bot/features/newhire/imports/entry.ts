import type { KnownBlock } from '@slack/types';
import { newReference } from '../../../../log.ts';
import type { Bot } from '../../../bot.ts';
import type { By } from '../../../slack/button.ts';
import { fileField, selectField, textField, type UploadedFile } from '../../../slack/forms/field.ts';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import { modal, page } from '../../../slack/modal.ts';
import { alert, paragraph, row } from '../../../slack/views/blocks.ts';
import { type FormReader, option } from '../../../slack/views/view.ts';
import { say } from './messages.ts';
import { Choices } from './rows.ts';
import { emptyFile } from './run.ts';
import { decode, isWorkbook, most, readTable, type Table } from './table.ts';

import { checkImport, type ImportServices } from './windows.ts';

const megabytes = most.bytes / 1024 ** 2;

type Entered = ValuesOf<ReturnType<typeof entryTable>>;

function entryTable() {
  const { labels, hints } = say();
  return {
    file: fileField({
      label: labels.file,
      hint: hints.file(most.rows, megabytes),
      types: ['csv', 'tsv', 'txt'],
    }),
    rows: {
      ...textField({ label: labels.rows, hint: hints.rows, multiline: true, most: 3_000 }),
      read: (form: FormReader, id: string) => form.untrimmed(id),
    },
    template: selectField<Pick<Bot, 'templates'>>({
      ...{ label: labels.template, hint: hints.template },
      entries: ({ templates }) => templates.current().map(({ id, name }) => option(name, id)),
    }),
  };
}

/** Takes a file or pasted rows, and leads to the page that checks them. */
export const importWindow = modal({
  id: 'newhire_import',
  role: 'hr',
  async facts({ templates, identity }: By<ImportServices>) {
    const { scopes } = identity() ?? {};
    return { templates, takesFiles: scopes?.includes('files:read') ?? true };
  },
  title: () => say().title,
  fields({ templates, takesFiles }): Partial<ReturnType<typeof entryTable>> {
    const { file, rows, template } = entryTable();
    return { ...(takesFiles && { file }), rows, ...(templates.current().length > 0 && { template }) };
  },
  offered: (facts): Pick<Bot, 'templates'> => facts,
  open: ({ takesFiles }) => ({ above: introBlocks(takesFiles) }),
  actions: {
    async template(_facts, _metadata, _press, { ledger, viewer: { userId } }, { open, at }) {
      const address = { purpose: `import file ${open.id} ${at}`, recipient: { channel: userId } };
      await ledger.enqueue(emptyFile.message(address, {}));
      return { again: [alert('success', say().emptyFile.sent)] };
    },
  },
  submit: {
    text: () => say().next,
    waiting: () => page(say().title, [paragraph(say().reading)]),
    async run(_facts, _key, { file, rows, template }, by) {
      const read = await tableIn({ file, rows }, by);
      if ('errors' in read) return read;
      const id = newReference('I');
      await by.imports.create(id, by.viewer.userId, read, Choices.parse({ template }));
      return checkImport.current({ import: id }, by);
    },
  },
});

function introBlocks(takesFiles: boolean): KnownBlock[] {
  const { intro, noFiles, emptyFile: file } = say();
  return [
    paragraph(takesFiles ? intro : noFiles),
    ...row(importWindow.actionButton('template', { text: file.button })),
  ];
}

async function tableIn({ file, rows }: Pick<Entered, 'file' | 'rows'>, by: By<ImportServices>) {
  const { chooseOne, notBoth } = say();
  if (!file && rows === undefined) return { errors: { rows: chooseOne } };
  if (file && rows !== undefined) return { errors: { rows: notBoth } };
  const read = file ? await uploaded(file, by) : parsed(rows ?? '');
  return 'trouble' in read ? { errors: { [file ? 'file' : 'rows']: read.trouble } } : read;
}

async function uploaded({ size = 0, address = '' }: UploadedFile, by: ImportServices) {
  const { unreadable } = say();
  const tooLarge = { trouble: unreadable.tooLarge(megabytes) };
  if (size > most.bytes) return tooLarge;
  try {
    const bytes = await by.download(address, most.bytes);
    if (bytes === 'tooLarge') return tooLarge;
    return bytes === 'refused' ? { trouble: unreadable.refused } : tableOf(bytes);
  } catch (err) {
    by.log.warn({ err }, 'Slack did not send a file');
    return { trouble: unreadable.away };
  }
}

/** The table in a file, or a sentence why there is none. */
export function tableOf(bytes: Uint8Array): Table | { trouble: string } {
  const { unreadable } = say();
  if (bytes.length > most.bytes) return { trouble: unreadable.tooLarge(megabytes) };
  return isWorkbook(bytes) ? { trouble: unreadable.workbook } : parsed(decode(bytes));
}

function parsed(text: string): Table | { trouble: string } {
  const table = readTable(text);
  if (!('trouble' in table)) return table;
  const { unreadable } = say();
  return { trouble: { ...unreadable, tooMany: unreadable.tooMany(most.rows) }[table.trouble] };
}
