import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnsOf, unclearColumns } from './columns.ts';
import { dayIn, orderOf } from './dates.ts';
import { decode, most, readTable, type Table, writeTable } from './table.ts';
import { fieldIn } from './vocabulary.ts';

function read(content: string): Table {
  const table = readTable(content);
  if ('trouble' in table) throw new Error(table.trouble);
  return table;
}

const bytesOf: Record<string, (text: string) => Uint8Array> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 LE with a mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 BE with a mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-16 BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'Latin-1': (text) => Buffer.from(text, 'latin1'),
};

it.each(Object.entries(bytesOf))('reads %s with every separator', (_name, encode) => {
  for (const separator of [',', ';', '\t']) {
    const text = ['Vorname,Name,E-Mail', 'Jörg,Müller,joerg@acme.example']
      .join('\r\n')
      .replaceAll(',', separator);
    const { header, rows } = read(decode(encode(text)));
    expect(header).toEqual(['Vorname', 'Name', 'E-Mail']);
    expect(rows).toEqual([{ number: 2, cells: ['Jörg', 'Müller', 'joerg@acme.example'] }]);
  }
});

it('reads Windows-1252, a separator line, quotes, and cells with line breaks and separators', () => {
  const windows = Buffer.concat([Buffer.from('Name;Email\nAnne '), Buffer.from([0x93, 0x80])]);
  expect(read(decode(windows)).rows[0]?.cells).toEqual(['Anne “€']);
  const text =
    'sep=;\n"Name";Email;Notes\n"Doe; Jane";j@a.example;"two\nlines ""quoted"""\n\n;;\nA B;b@a.example;x';
  expect(read(text).rows).toEqual([
    { number: 2, cells: ['Doe; Jane', 'j@a.example', 'two\nlines "quoted"'] },
    { number: 6, cells: ['A B', 'b@a.example', 'x'] },
  ]);
});

it('names columns by letters where there is no header, and finds the addresses', () => {
  const table = read('Jane\tDoe\tjane@acme.example\nAda\tRoe\tada@acme.example');
  expect(table.header).toEqual(['A', 'B', 'C']);
  expect(table.rows).toHaveLength(2);
  const columns = columnsOf(table, {});
  expect(columns).toEqual({ email: 2 });
  expect(unclearColumns(table, columns)).toEqual(['first_name', 'last_name', 'start_day']);
  expect(columnsOf(table, { first_name: 1, last_name: 1 })).toEqual({ email: 2, full_name: 1 });
  expect(unclearColumns(table, columnsOf(table, { first_name: 0, last_name: 1 }))).toEqual([]);
});

it('refuses what has no rows, too many, or an open quotation mark', () => {
  expect(readTable('')).toEqual({ trouble: 'empty' });
  expect(readTable('Name,Email\n')).toEqual({ trouble: 'empty' });
  expect(readTable('Name,Email\n"A,b@c.example\n')).toEqual({ trouble: 'broken' });
  const rows = Array.from({ length: most.rows }, (_, at) => `A B,a${at}@c.example`);
  expect(read(['Name,Email', ...rows].join('\n')).rows).toHaveLength(most.rows);
  expect(readTable(['Name,Email', ...rows, 'C,d@e.example'].join('\n'))).toEqual({ trouble: 'tooMany' });
});

const cell = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.replaceAll(/\p{C}/gu, '').trim());

it('writes what it reads again, and no cell that a spreadsheet computes', () => {
  const tables = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const),
    cells: fc.array(fc.tuple(cell, cell, fc.constantFrom('=1+1', '+49 30', '-x', '@sum', 'plain')), {
      minLength: 1,
    }),
  });
  fc.assert(
    fc.property(tables, ({ delimiter, cells }) => {
      const header = ['Full name', 'Email', 'Phone'];
      const rows = cells.map((own, at) => ({
        number: at + 2,
        cells: own.map((one) => one.replace(/^'+/, '')),
      }));
      const text = writeTable({ delimiter, header, rows });
      const written = delimiter === '\t' ? ',' : delimiter;
      expect(read(text)).toEqual({ delimiter: written, header, rows });
      const raw: string[][] = parse(text, { bom: true, delimiter: written });
      expect(raw.flat().filter((one) => /^[=+\-@\t\r]/.test(one))).toEqual([]);
    }),
  );
});

it.each([
  ...[
    ['E-mail', 'email'],
    ['Mail address', 'email'],
    ['Adresse e-mail', 'email'],
    ['Correo electrónico', 'email'],
  ],
  ...[
    ['Start date', 'start_day'],
    ['Eintrittsdatum', 'start_day'],
    ['Date d’arrivée', 'start_day'],
  ],
  ...[
    ['Fecha de inicio', 'start_day'],
    ['Voornaam', 'first_name'],
    ['PRÉNOM', 'first_name'],
  ],
  ...[
    ['Achternaam', 'last_name'],
    ['Apellidos', 'last_name'],
    ['Manager (email)', 'manager'],
  ],
  ...[
    ['Führungskraft', 'manager'],
    ['Buddy’s name', 'buddy'],
    ['Job title', 'position'],
    ['Salary', undefined],
  ],
])('finds the column %s', (name, field) => {
  expect(fieldIn(name ?? '')).toBe(field);
});

it('takes “Name” for the last name beside a first name, and for the whole name alone', () => {
  const columns = (header: string) => columnsOf(read(`${header}\nx,y,z@a.example`), {});
  expect(columns('Vorname,Name,Mail')).toEqual({ first_name: 0, last_name: 1, email: 2 });
  expect(columns('Name,Team,Mail')).toEqual({ full_name: 0, email: 2 });
});

it.each([
  ...[
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01T00:00:00', '2026-12-01'],
    ['20261201', '2026-12-01'],
  ],
  ...[
    ['1.12.2026', '2026-12-01'],
    ['01.12.26', '2026-12-01'],
    ['1. Dezember 2026', '2026-12-01'],
  ],
  ...[
    ['1 décembre 2026', '2026-12-01'],
    ['1 de diciembre de 2026', '2026-12-01'],
    ['1 maart 2027', '2027-03-01'],
  ],
  ...[
    ['Dec 1, 2026', '2026-12-01'],
    ['46357', '2026-12-01'],
    ['25/12/2026', '2026-12-25'],
    ['12/25/26', '2026-12-25'],
  ],
  ...[
    ['1/12/2026', undefined],
    ['32.13.2026', undefined],
    ['soon', undefined],
    ['tomorrow', undefined],
  ],
])('reads the date %s', (cell, day) => {
  expect(dayIn(cell ?? '', undefined, '2026-11-29')).toBe(day);
});

it('reads every order of a file’s dates once it is known', () => {
  expect(orderOf(['1/2/2027', '13/2/2027'])).toBe('dayFirst');
  expect(orderOf(['1/2/2027', '2/13/2027'])).toBe('monthFirst');
  expect(orderOf(['1/2/2027', '3/4/2027'])).toBe('unclear');
  expect(orderOf(['2/2/2027', '2027-01-01'])).toBeUndefined();
  expect(orderOf(['13/2/2027', '2/13/2027'])).toBeUndefined();
  expect(orderOf(['13/2/2027', '2/13/2027', '3/4/2027'])).toBe('unclear');
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom('/', '-'), (date, sign) => {
      const day = date.toISOString().slice(0, 10);
      const [year, month, of] = day.split('-');
      expect(dayIn([of, month, year].join(sign), 'dayFirst', day)).toBe(day);
      expect(dayIn([month, of, year].join(sign), 'monthFirst', day)).toBe(day);
    }),
  );
});
