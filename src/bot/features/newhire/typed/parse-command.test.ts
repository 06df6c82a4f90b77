import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMessage, readWords } from './parse-command.ts';

const jane = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.com', start_day: '2026-12-01' };

/** A Sunday. */
const today = '2026-11-22';

it.each([
  'Jane Doe jane@acme.com 2026-12-01',
  'Jane Doe jane@acme.com starting on Tuesday, 1 December 2026',
  'Jane Doe jane@acme.com 1 Dec',
  'Jane Doe Dec 1 jane@acme.com',
  'Jane Doe 1st of December jane@acme.com',
  'jane@acme.com Jane Doe starts Dec 1st',
  'Jane Doe jane@acme.com 1-Dec-2026',
  'Jane Doe jane@acme.com 1.12.',
  'Mrs. Jane Doe, PhD jane@acme.com 2026-12-01',
  '"Jane Doe" <jane@acme.com> 2026-12-01',
  'Doe, Jane <mailto:jane@acme.com|jane@acme.com> 2026-12-01',
  'Name: Jane Doe, email: jane@acme.com, start: 2026-12-01',
  'First name: Jane Last name: Doe Work email: jane@acme.com Start day: 2026-12-01',
  'Jane Doe jane@acme.com JANE@acme.com 2026-12-01 1 December 2026',
  'Jane Doe\u0000 jane@acme.com\u200b 2026-12-01',
  '2026-12-01 jane@acme.com Jane Doe',
  'Jane jane@acme.com 1.12.2026 Doe',
  'Jane Doe, <mailto:jane@acme.com|jane@acme.com>, 1 December 2026',
  'jane@acme.com Jane Doe Dec 1st, 2026',
  '2026-12-1, Jane, Doe, jane@acme.com',
])('reads “%s” in whatever order it is written', (text) => {
  expect(readWords(text, today)).toEqual({ kind: 'form', prefill: jane, left: [] });
});

it.each(['Add', 'Start', 'Welcome', 'New hire'])('takes “%s” before a name for no part of it', (lead) => {
  const words = readWords(`${lead} Jane Doe jane@acme.com 2026-12-01`, today);
  expect(words).toMatchObject({ kind: 'form', prefill: jane });
});

it.each([
  ['today', '2026-11-22'],
  ['tomorrow', '2026-11-23'],
  ['the day after tomorrow', '2026-11-24'],
  ['in two weeks', '2026-12-06'],
  ['in 10 days', '2026-12-02'],
  ['in a month', '2026-12-22'],
  ['a week from tomorrow', '2026-11-30'],
  ['2 weeks from Monday', '2026-12-07'],
  ['Monday', '2026-11-23'],
  ['next Monday', '2026-11-23'],
  ['next Fri', '2026-11-27'],
  ['this Sunday', '2026-11-22'],
  ['Sunday', '2026-11-29'],
  ['Monday next week', '2026-11-23'],
  ['30 Sep', '2027-09-30'],
  ['29 February', '2028-02-29'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['12/12/2026', '2026-12-12'],
  ['1.12.26', '2026-12-01'],
  ["Dec 1 '26", '2026-12-01'],
  ['2026/12/01', '2026-12-01'],
  ['2026 Dec 1', '2026-12-01'],
  ['Tuesday 1.12.', '2026-12-01'],
  ['Mon 7 Dec', '2026-12-07'],
  ['11 January 2027', '2027-01-11'],
])('reads “%s” behind a name as %s', (written, day) => {
  expect(readWords(`Tim Test tim@acme.com ${written}`, today)).toEqual({
    kind: 'form',
    prefill: { first_name: 'Tim', last_name: 'Test', email: 'tim@acme.com', start_day: day },
    left: [],
  });
});

it.each([
  ['2026-11-25', 'next Monday', '2026-11-30'],
  ['2026-11-25', 'next Friday', '2026-12-04'],
  ['2026-11-25', 'Wednesday', '2026-12-02'],
  ['2026-11-25', 'this Wednesday', '2026-11-25'],
  ['2026-12-31', 'tomorrow', '2027-01-01'],
  ['2028-01-31', 'in one month', '2028-02-29'],
])('counts on %s from that day for “%s”', (day, written, start_day) => {
  expect(readWords(`Tim Test ${written}`, day)).toMatchObject({ prefill: { start_day } });
});

it.each([
  ['03/04/2026', '03/04/2026', 'noDay'],
  ['12/01/2026', '12/01/2026', 'noDay'],
  ['2026-02-31', '2026-02-31', 'noDay'],
  ['Monday 1 December 2026', 'Monday 1 December 2026', 'noDay'],
  ['Dec 2026', 'Dec 2026', 'noDay'],
  ['next week', 'next week', 'noDay'],
  ['Monday in two weeks', 'Monday in two weeks', 'noDay'],
  ['2026 Dec', '2026 Dec', 'noDay'],
  ['jane@', 'jane@', 'noEmail'],
  ['jane@acme', 'jane@acme', 'noEmail'],
  ['jane@localhost', 'jane@localhost', 'noEmail'],
  ['jane@acme.com other@acme.com', 'other@acme.com', 'another'],
  ['2026-12-01 2026-12-02', '2026-12-02', 'another'],
  ['<@U0123|marcus>', '@marcus', 'unknown'],
  ['<https://acme.com|acme.com>', 'acme.com', 'unknown'],
  ['https://acme.com/a:b', 'https://acme.com/a:b', 'unknown'],
  ['engineer', 'engineer', 'unknown'],
  ['#42', '#42', 'unknown'],
  ['???', '???', 'unknown'],
  ['9:30', '9:30', 'unknown'],
])('says of “%s” that it goes into no field', (written, text, why) => {
  const read = readWords(`Jane Doe ${written}`, today);
  expect(read).toMatchObject({ prefill: { first_name: 'Jane', last_name: 'Doe' }, left: [{ text, why }] });
});

it.each([
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['ludwig van beethoven', 'ludwig', 'van beethoven'],
  ['Juan Carlos de la Cruz', 'Juan Carlos', 'de la Cruz'],
  ['Prof. Dr. Anna-Lena Müller', 'Anna-Lena', 'Müller'],
  ['Conan O’Brien', 'Conan', 'O’Brien'],
  ['J. R. R. Tolkien', 'J.', 'R. R. Tolkien'],
  ['Martin Luther King Jr.', 'Martin', 'Luther King Jr'],
  ['Tim test', 'Tim', 'test'],
  ['山田 太郎', '山田', '太郎'],
  ['عمر خان', 'عمر', 'خان'],
  ['Ольга Петрова', 'Ольга', 'Петрова'],
  ['Jan Novák', 'Jan', 'Novák'],
  ['May Lee', 'May', 'Lee'],
  ['Wei Sun', 'Wei', 'Sun'],
  ['Cher', 'Cher', undefined],
])('takes “%s” apart', (written, first_name, last_name) => {
  const read = readWords(`${written} 1 Dec a@acme.com`, today);
  expect(read).toEqual({
    kind: 'form',
    prefill: {
      first_name,
      ...(last_name !== undefined && { last_name }),
      email: 'a@acme.com',
      start_day: '2026-12-01',
    },
    left: [],
  });
});

it.each([
  ['Jane Roe 32 Dec', ['32 Dec']],
  ['Jane Roe Dec 32', ['Dec 32']],
  ['Jane Roe 0 of May', ['0 of May']],
  ['Jane Roe December', ['December']],
  ['Jane Roe in March', ['in March']],
  ['Jane Roe jane@acme.com tomorrow Product designer', ['Product', 'designer']],
  ['Jane Roe, Product Designer, jane@acme.com', ['Product', 'Designer']],
  ['Jane Roe – Product Designer jane@acme.com', ['Product', 'Designer']],
  ['jane roe jane@acme.com 1 Dec product designer', ['product', 'designer']],
  ['Product Designer 1 Dec jane@acme.com Jane Roe', ['Product', 'Designer']],
  ['Jane Roe engineer Lisbon', ['engineer', 'Lisbon']],
  ['Jane Roe Manager: Tom Becker', ['Manager', 'Tom', 'Becker']],
  ['Manager: Tom Becker, Jane Roe', ['Manager', 'Tom', 'Becker']],
  ['Jane Roe @Tom Becker', ['@Tom', 'Becker']],
  ['@Tom Becker, Jane Roe', ['@Tom', 'Becker']],
  ['@tom Jane Roe', ['@tom']],
  ['<@U0123|marcus> Jane Roe', ['@marcus']],
])('keeps what is no name out of the name in “%s”, and says it', (written, said) => {
  const read = readWords(written, today);
  const { first_name = '', last_name = '' } = read.kind === 'form' ? read.prefill : {};
  expect(`${first_name} ${last_name}`.toLowerCase()).toBe('jane roe');
  expect(read.kind === 'form' && read.left.map(({ text }) => text).sort()).toEqual([...said].sort());
});

it('takes nothing that a mention in letters begins for a name', () => {
  const prefill = { email: 'jane@acme.com' };
  expect(readWords('@Tom Becker jane@acme.com', today)).toEqual(expect.objectContaining({ prefill }));
});

it('puts no word into a field that does not understand it, and loses none', () => {
  const between = [
    '1 Dec',
    'tomorrow',
    'next Monday',
    '32 Dec',
    '12/01/2026',
    '@Tom Becker',
    '#42',
    '2031-12-01',
  ];
  const noise = [
    'Product designer',
    'Berlin',
    'Engineering Team',
    'Dec',
    'urgent',
    '32',
    '???',
    'https://acme.com',
  ];
  const names = ['Jane Roe', 'jane roe', 'Jane van Roe', 'Dr. Jane Roe'];
  const about = fc.record({
    name: fc.constantFrom(...names),
    before: fc.array(fc.tuple(fc.constantFrom(...noise), fc.constantFrom(...between)), { maxLength: 2 }),
    after: fc.array(fc.tuple(fc.constantFrom(...between), fc.constantFrom(...noise)), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(about, ({ name, before, after }) => {
      const text = [...before.flat(), 'jane@acme.com', name, 'jane@acme.com', ...after.flat()].join(' ');
      const read = readWords(text, today);
      if (read.kind !== 'form') throw new Error(`“${text}” is not understood at all`);
      const { first_name = '', last_name = '', email, start_day } = read.prefill;
      expect(`${first_name} ${last_name}`).toBe(name.replace('Dr. ', ''));
      expect(email).toBe('jane@acme.com');
      const said = ` ${read.left.map((one) => one.text).join(' ')} `;
      const others = [...before.map(([word]) => word), ...after.map(([, word]) => word)];
      for (const word of others.flatMap((one) => one.split(' '))) {
        const isOfDay = word === 'Dec' || word === '32';
        expect(said.includes(` ${word} `) || (isOfDay && start_day !== undefined) ? '' : word).toBe('');
      }
    }),
    { numRuns: 300 },
  );
});

it('reads the beginning of what is too long, and says so', () => {
  const read = readWords(`Jane Doe jane@acme.com ${'x'.repeat(5_000)}`, today);
  expect(read).toMatchObject({ prefill: { email: 'jane@acme.com' } });
  expect(read.kind === 'form' && read.left.at(-1)).toEqual({ text: '', why: 'tooLong' });
});

it.each([
  ['frobnicate', 'unknown'],
  ['42', 'unknown'],
  ['???', 'unknown'],
  ['jane@', 'form'],
  ['12/01/2026', 'form'],
  ['HELP', 'help'],
  ['help me', 'help'],
  ['Helpert', 'form'],
  ['drafts', 'drafts'],
  ['Import', 'import'],
  ['import hires', 'import'],
  ['Import Jones', 'form'],
  ['Jane', 'form'],
  ['عمر', 'form'],
  ['', 'form'],
])('takes “%s” for %s', (text, kind) => {
  expect(readWords(text, today).kind).toBe(kind);
});

it.each([
  ['Please add *Jane Doe* (<mailto:jane@acme.com|jane@acme.com>), she starts on 2026-12-01.', jane],
  ['Hi team! Jane Doe starts December 1, 2026. Mail: jane@acme.com', jane],
  ['Name: Jane Doe\nMail: jane@acme.com\nStart: 1.12.2026', jane],
  ['jane.doe@acme.com starts 2026-12-01', { ...jane, email: 'jane.doe@acme.com' }],
  [
    'Marcus Oyelaran asks: Anna van der Berg, anna.berg@acme.com',
    { first_name: 'Anna', last_name: 'van der Berg', email: 'anna.berg@acme.com' },
  ],
  ['New hire: Jane Doe\nManager: Marcus Oyelaran marcus@acme.com\nEmail: jane@acme.com\nStart: 1 Dec', jane],
  ['Offer signed on 2026-11-01. Jane Doe (jane@acme.com) starts Tuesday, 1 December!', jane],
  ['<@U0123> please add Jane Doe &lt;<mailto:jane@acme.com|jane@acme.com>&gt;, starting 1 Dec', jane],
  ['Jane Doe joins us in nine days: jane@acme.com', jane],
  ['> *Jane Doe*\n> `jane@acme.com`\n> _Dec 1_', jane],
  ['April Jones april@acme.com', { first_name: 'April', last_name: 'Jones', email: 'april@acme.com' }],
  ['nothing of use here', {}],
])('reads names, address and day out of the message “%s”', (text, prefill) => {
  expect(readMessage(text, today).prefill).toEqual(prefill);
});

it('says of a message what it could not tell, and nothing of what belongs to others', () => {
  const text = 'Jane Doe jane@ starts 12/01/2026, 1/2 of the team knows. Manager: Marcus, marcus@acme.com';
  expect(readMessage(text, today).left).toEqual([
    { text: 'jane@', why: 'noEmail' },
    { text: '12/01/2026', why: 'noDay' },
  ]);
});
