import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { CommandFailed } from '../../src/commands/terminal.ts';
import { parsePeople } from '../../src/service/cli/people-file.ts';
import { inWhole } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { openCommandLine, useCommandLine } from './command-line.ts';
import { startTestService } from './start.ts';

const commandLine = useCommandLine();
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string | Uint8Array): string {
  const path = join(folder, 'people.csv');
  writeFileSync(path, content);
  return path;
}

const head = 'first_name,last_name,email';
const jo = 'Jo,Ek,jo@acme.example';
const bo = 'Bo,K,bo@acme.example';

async function bring(content: string | Uint8Array, ...more: string[]): Promise<string[]> {
  return commandLine.answer('user', 'import', file(content), ...more);
}

const users = () => commandLine.answer('user', 'list');

it.each<[string, string | Uint8Array]>([
  ['commas', `${head}\n${jo}\n`],
  ['semicolons', `${head}\r\n${jo}\r\n`.replaceAll(',', ';')],
  ['tabs', `${head}\n${jo}`.replaceAll(',', '\t')],
  ['a byte order mark', `\uFEFF${head}\n${jo}`],
  ['quotation marks', `"first_name","last_name","email"\n"Jo","Ek","jo@acme.example"`],
  ['other names, in another order', `E-Mail;First name;Surname\njo@acme.example;Jo;Ek`],
  ['empty lines, and lines of nothing but commas', `${head}\n\n,,\n${jo}\n,,\n\n`],
  [
    'UTF-16, as spreadsheets write tabs',
    Buffer.from(`\uFEFF${head}\n${jo}\n`.replaceAll(',', '\t'), 'utf16le'),
  ],
])('reads a file with %s', async (_title, content) => {
  expect(await bring(content)).toEqual(['Added 1 person; changed 0 people; 0 people already up to date.']);
  expect(await users()).toEqual(['1\tjo@acme.example\tJo Ek\tOther']);
});

it('adds people with everything that the file says of them, and names what it does not read', async () => {
  const content = `${head},Job title,Work phone,Role,Language,Time zone,Salary
Ana,"de la Cruz, Lic.",ANA@acme.example,"Cook, chef",+34 1,Manager,Spanish,Europe/Madrid,1
${jo},,,,,,2
`;
  await bring(content);
  expect(commandLine.complained).toEqual(['These columns are not imported: Salary.']);
  expect(await users()).toEqual([
    '1\tana@acme.example\tAna de la Cruz, Lic.\tManager',
    '2\tjo@acme.example\tJo Ek\tOther',
  ]);
  const [line] = await commandLine.answer('timeline', 'ana@acme.example');
  expect(line).toContain('(Europe/Madrid)');
});

it('shows in a dry run what would happen, and writes nothing', async () => {
  await bring(`${head}\n${jo}`);
  const before = await users();
  expect(await bring(`${head},phone\n${jo},+46\n${bo},`, '--dry-run')).toEqual([
    'add\tbo@acme.example',
    'change\tjo@acme.example\tphone',
    'Would add 1 person; would change 1 person; 0 people already up to date. Nothing was written.',
  ]);
  expect(await users()).toEqual(before);
});

it('takes a corrected file again: what differs is changed, nobody is removed, and roles stay', async () => {
  await bring(`${head},position,role\n${jo},Cook,manager\n${bo},,`);
  expect(await bring(`${head},position,role\nJoan,Ek,jo@acme.example,,administrator`)).toEqual([
    'Added 0 people; changed 1 person; 0 people already up to date.',
  ]);
  expect(await users()).toEqual(['1\tjo@acme.example\tJoan Ek\tManager', '2\tbo@acme.example\tBo K\tOther']);
  expect(await bring(`${head},position\nJoan,Ek,jo@acme.example,Cook`)).toEqual([
    'Added 0 people; changed 0 people; 1 person already up to date.',
  ]);
});

it('names every wrong line by its number, and then imports nobody', async () => {
  const content = `${head},role
${jo},
"Two
lines",Last,nowhere,

 ,K,bo@acme.example,boss
Jo,Again,JO@acme.example,
short
`;
  await expect(bring(content)).rejects.toThrow(
    [
      `${join(folder, 'people.csv')}, line 3: email: Enter a valid email address.`,
      `${join(folder, 'people.csv')}, line 6: first_name: This field is required. role: "boss" is not a valid choice.`,
      `${join(folder, 'people.csv')}, line 7: email: line 2 has this address too.`,
      `${join(folder, 'people.csv')}, line 8: last_name: This field is required. email: This field is required.`,
      'Nothing was imported.',
    ].join('\n'),
  );
  expect(await users()).toEqual([]);
});

it('names the first fifty wrong lines of a file without a right one, counts the others, and cuts what they hold', async () => {
  const wrong = `,K,bo@acme.example,Mars/${'y'.repeat(500)}\n`;
  const said = await bring(`${head},timezone\n${wrong.repeat(2_000)}`).catch((error: unknown) => error);
  const lines = String(said).split('\n');
  expect(lines.slice(0, 50).every((line) => line.includes('first_name: This field is required.'))).toBe(true);
  expect(lines.slice(50)).toEqual(['1,950 more lines are wrong. Nothing was imported.']);
  expect(String(said).length).toBeLessThan(30_000);
  expect(await users()).toEqual([]);
});

inWhole('reads no further than to the most people that a file may hold', () => {
  // Storing an error per record would take gigabytes.
  const { lines } = parsePeople('people.csv', `${head}\n${'a\n'.repeat(200_000)}`);
  expect(lines).toHaveLength(50_001);
});

it.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', 'The file is empty.'],
  ['a file with a head alone', head, 'There is nobody in it.'],
  ['a file without a head', `${jo}\n${bo}`, 'There is no column first_name.'],
  [
    'a file with one column for the whole name',
    'name,email\nJo Ek,jo@acme.example',
    'There is no column last_name.',
  ],
  [
    'two columns for one thing',
    `${head},Work email\n${jo},x`,
    'Several columns are the email: email, Work email.',
  ],
  ['a quotation mark that is never closed', `${head}\n"Jo,Ek,jo@acme.example\n`, 'Quote Not Closed'],
  [
    'letters of another encoding',
    Buffer.from(`${head}\nJosé,Ek,jo@acme.example`, 'latin1'),
    'Save it as "CSV UTF-8"',
  ],
  ['too many people', `${head}\n${`${jo}\n`.repeat(50_001)}`, 'at most 50000'],
])('says what is wrong with %s', async (_title, content, sentence) => {
  await expect(bring(content)).rejects.toThrow(sentence);
});

it('reads any text as a table, or says what is wrong with it', () => {
  const texts = fc.array(fc.constantFrom(...'"\'\n\r,;\t \uFEFFaß', 'first_name', 'email', 'last_name'));
  fc.assert(
    fc.property(texts, (parts) => {
      try {
        const { lines } = parsePeople('people.csv', parts.join(''));
        for (const { number } of lines) expect(number).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(CommandFailed);
      }
    }),
    { numRuns: 500 },
  );
});

onEachDatabase((fresh) => {
  inWhole('imports thousands at once, and the service lists them right away', async () => {
    const service = await startTestService(await fresh());
    const list = () => service.get<object[]>('/api/employees/');
    expect(await list()).toHaveLength(1);
    const line = openCommandLine(service.database.url);
    const people = (last: string) =>
      Array.from({ length: 3_000 }, (_, at) => `Jo,${last},p${at}@acme.example`).join('\n');
    const path = file(`${head}\n${people('Ek')}`);
    expect(await line.answer('user', 'import', path)).toEqual([
      'Added 3,000 people; changed 0 people; 0 people already up to date.',
    ]);
    expect(await list()).toHaveLength(3_001);
    writeFileSync(path, `${head}\n${people('Ekström')}`);
    await line.run('user', 'import', path);
    expect((await list()).filter((person) => JSON.stringify(person).includes('Ekström'))).toHaveLength(3_000);
    await service.stop();
  });
});
