import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { channels, inOneOffice, it } from './world.ts';

/** Late Sunday in UTC, already Monday in Tokyo, where Ines is. */
const at = '2026-11-22T23:30:00Z';
const people = demoWorkspace.people.map((person) =>
  person.id === 'U0INES' ? { ...person, timezone: 'Asia/Tokyo' } : person,
);
const options = { at, workspace: { people } };
const inTokyo = inOneOffice(options);

function firstFields(values: Record<string, unknown>): unknown[] {
  return ['First name', 'Last name', 'Work email', 'Start day'].map((label) => values[label] ?? '');
}

const long = (count: number) => `${'y'.repeat(count)}@acme.example`;

/** What is typed, what the fields then have, and what is quoted above them. */
inTokyo.for<[string, string[], string[]]>([
  ['Tim Test tim@acme.example tomorrow', ['Tim', 'Test', 'tim@acme.example', '2026-11-24'], []],
  ['1 December 2031 j@a.io Jane Doe 03/04/26', ['Jane', 'Doe', 'j@a.io', '2031-12-01'], ['“03/04/26”']],
  // Valid for the service, but Slack's email field wants a dot in the domain.
  [
    'Jane Doe jane@localhost 2031-12-01',
    ['Jane', 'Doe', '', '2031-12-01'],
    ['I couldn’t use “jane@localhost”'],
  ],
  [`Jane ${'x'.repeat(300)}`, ['Jane', '', '', ''], ['x'.repeat(300)]],
  [`Jane Doe ${long(150)}`, ['Jane', 'Doe', long(150), ''], []],
  [`Jane Doe ${long(250)}`, ['Jane', 'Doe', '', ''], ['y'.repeat(250)]],
  ['@'.repeat(4_000), ['', '', '', ''], ['@'.repeat(1_000)]],
  [`Jane Doe ${'.a@'.repeat(1_200)}`, ['Jane', 'Doe', '', ''], ['.a@.a@']],
])(
  'fills the form from what is typed, and quotes the rest (row %#)',
  async ([typed, expected, said], { office }) => {
    const { ines, sandbox } = office;
    await ines.open(`/newhire ${typed}`);
    expect(firstFields(ines.values())).toEqual(expected);
    for (const text of said) expect(ines.pageText()).toContain(text);
    expect(ines.pageText().includes('“')).toBe(said.length > 0);
    expect(sandbox.calls('views.open').at(-1)?.answer?.ok).toBe(true);
  },
);

inTokyo.for<[string, string[], string[]]>([
  [
    'Please add *Jane Doe*, jane@acme.example, she starts on 2031-12-01.',
    ['Jane', 'Doe', 'jane@acme.example', '2031-12-01'],
    [],
  ],
  ['see you at lunch', ['', '', '', ''], ['no name, email address or date']],
])('fills the form from the message “%s”', async ([text, expected, said], { office: { ines, sofia } }) => {
  await sofia.postMessage(channels.general, text);
  const message = await ines.untilMessage(text.slice(-12), channels.general);
  await ines.messageShortcut('newhire_from_message', message);
  await ines.untilView('New hire');
  expect(firstFields(ines.values())).toEqual(expected);
  for (const one of said) expect(ines.pageText()).toContain(one);
});

const broken = {
  first_name: 'J'.repeat(201),
  last_name: 'Doe\u0000\u0007\nX',
  email: 'jane@',
  start_day: '2026-02-31',
  role: '9',
  position: 'P'.repeat(301),
  manager: { value: '99999', label: 'Gone Manager' },
  buddy: { value: '__unavailable__', label: 'The employees haven’t loaded yet.' },
  sequences: [
    { value: '4711', label: 'Gone sequence' },
    { value: '4711', label: 'Gone sequence' },
  ],
  timezone: { value: 'Mars/Base', label: 'Mars Base' },
  language: 'xx',
  phone: '+49 30 1234',
  message: 'M'.repeat(3_500),
};
const quoted = ['J'.repeat(201), 'jane@', '2026-02-31', 'P'.repeat(301), 'Gone Manager', 'Gone sequence'];

it('opens a draft with contents that no field takes, and loses none of it', async ({ open }) => {
  const { ines, inDatabase, resumeDraft } = await open(options);
  const content = JSON.stringify(broken);
  const draft = { id: 'F-1', owner: 'U0INES', title: 'Jane', saved_at: new Date().toISOString(), content };
  await inDatabase((db) => db.insertInto('drafts').values(draft).execute());
  const said = (await resumeDraft()).texts.join('');
  expect(firstFields(ines.values()).slice(0, 2)).toEqual(['', 'Doe X']);
  expect(ines.values().Phone).toBe('+49 30 1234');
  for (const text of [...quoted, 'Mars Base', 'xx']) expect(said).toContain(text);
  expect(said.match(/M{10,}/g)?.join('')).toHaveLength(3_500);
  await ines.pressUntil('Save draft', 'Draft saved');
  expect(ines.pageText()).toContain('Gone Manager');
});
