import { readFile, stat } from 'node:fs/promises';
import { CommandFailed } from '../../commands/terminal.ts';
import { languages } from '../../contract/choices.ts';
import { roles } from '../../contract/employee.ts';
import { type CsvRecord, decodeUnicode, readCsv } from '../../csv.ts';
import { plural } from '../../language.ts';
import { type Imported, importedFields } from '../people/import-people.ts';
import { validateFields } from '../validation/request-fields.ts';

const largest = 32 * 1024 ** 2;
/** Limits of the error report: number of lines, and characters per line, since a cell may hold a whole page. */
const mostNamed = 50;
const longestLine = 500;

/** Throws CommandFailed that names the first wrong lines and counts the rest. */
export async function readPeople(path: string) {
  const { lines, ignored } = parsePeople(path, await readText(path));
  if (lines.length === 0) throw new CommandFailed(`${path}: There is nobody in it.`);
  if (lines.length > mostPeople)
    throw new CommandFailed(
      `${path}: There are more than ${mostPeople} people in it. Split it into files of at most ${mostPeople}.`,
    );
  return { people: check(path, lines), ignored };
}

function check(path: string, lines: readonly Line[]): Imported[] {
  const people: Imported[] = [];
  const wrong: string[] = [];
  let more = 0;
  const seen = new Map<string, number>();
  for (const line of lines) {
    const { person, sentences } = checkLine(line);
    const before = person && seen.get(person.email);
    if (before !== undefined) sentences.push(`email: line ${before} has this address too.`);
    if (sentences.length > 0 && wrong.length >= mostNamed) more += 1;
    else if (sentences.length > 0) wrong.push(said(`${path}, line ${line.number}: ${sentences.join(' ')}`));
    if (!person) continue;
    people.push(person);
    if (before === undefined) seen.set(person.email, line.number);
  }
  if (wrong.length > 0) throw new CommandFailed([...wrong, ending(more)].join('\n'));
  return people;
}

function said(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;
}

function ending(more: number): string {
  if (more === 0) return 'Nothing was imported.';
  return `${plural(more, 'more line is', 'more lines are')} wrong. Nothing was imported.`;
}

function checkLine({ values: texts }: Line): { person?: Imported; sentences: string[] } {
  const given = Object.entries(texts).map(([column, text]) => [column, apiValue(column, text)]);
  const { values, problem } = validateFields(importedFields, Object.fromEntries(given));
  const sentences = Object.entries(problem).map(
    ([field, errors]) => `${field}: ${Object.values(errors).flat().join(' ')}`,
  );
  return sentences.length > 0 ? { sentences } : { person: values as Imported, sentences };
}

async function readText(path: string): Promise<string> {
  const unreadable = () => {
    throw new CommandFailed(`The file ${path} cannot be read.`);
  };
  const { size } = await stat(path).catch(unreadable);
  if (size > largest)
    throw new CommandFailed(`The file ${path} is larger than ${largest / 1024 ** 2} MB. Split it.`);
  const text = decodeUnicode(await readFile(path).catch(unreadable));
  if (text === undefined)
    throw new CommandFailed(`The file ${path} is not UTF-8. Save it as "CSV UTF-8" and try again.`);
  return text;
}

interface Line {
  /** Line number in the file; the first one of a record with line breaks. */
  number: number;
  values: Partial<Record<Column, string>>;
}

const mostPeople = 50_000;

/** The first line names the columns, separated by commas, semicolons or tabs. Reads at most one person too many. */
export function parsePeople(path: string, content: string) {
  const [head, ...rows] = parseRecords(path, content);
  if (!head) throw new CommandFailed(`${path}: The file is empty. Its first line has to name the columns.`);
  const names = head.cells;
  const columns = names.map(columnOf);
  const problems = problemsOf(names, columns);
  if (problems.length > 0) throw new CommandFailed(problems.map((line) => `${path}: ${line}`).join('\n'));
  return {
    lines: rows.map((row) => lineOf(row, columns)),
    ignored: names.filter((name, at) => columns[at] === undefined && name !== ''),
  };
}

function lineOf({ number, cells }: CsvRecord, columns: (Column | undefined)[]): Line {
  const values: Line['values'] = {};
  for (const [at, column] of columns.entries()) {
    const value = cells[at];
    if (column !== undefined && value) values[column] = value;
  }
  return { number, values };
}

function parseRecords(path: string, content: string): CsvRecord[] {
  try {
    // The header, and one more than allowed.
    return readCsv(content, (name) => columnOf(name) !== undefined, mostPeople + 2).records;
  } catch (error) {
    throw new CommandFailed(`${path}: ${error instanceof Error ? error.message : 'It cannot be read'}.`);
  }
}

const needed = ['first_name', 'last_name', 'email'] as const;

function problemsOf(names: readonly string[], columns: (Column | undefined)[]): string[] {
  const missing = needed.filter((column) => !columns.includes(column));
  const twice = [...Map.groupBy(names, (_name, at) => columns[at])].filter(
    ([column, those]) => column !== undefined && those.length > 1,
  );
  const advice =
    'The first line names the columns: first_name, last_name and email, and where you have them position, phone, ' +
    'role, timezone and language.';
  return [
    ...missing.map((column) => `There is no column ${column}.`),
    ...twice.map(
      ([column, those]) => `Several columns are the ${column}: ${those.join(', ')}. Keep one of them.`,
    ),
    ...(missing.length > 0 ? [advice] : []),
  ];
}

type Column = keyof Imported;

/** Column names in other programs' files; case, spaces and punctuation are ignored. */
const names: Record<Column, string[]> = {
  first_name: ['firstname', 'givenname', 'forename'],
  last_name: ['lastname', 'familyname', 'surname'],
  email: ['email', 'emailaddress', 'workemail', 'workemailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'telephone', 'workphone', 'mobile', 'mobilephone'],
  position: ['position', 'jobtitle', 'job'],
  language: ['language'],
  timezone: ['timezone'],
  role: ['role'],
};

const known = Object.keys(names) as Column[];

function columnOf(name: string): Column | undefined {
  const spelling = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return known.find((column) => names[column].includes(spelling));
}

/** API values by the labels that people know, in lower case. */
const named = new Map<string, ReadonlyMap<string, string>>([
  ['role', new Map(roles.map(({ label, value }) => [label.toLowerCase(), String(value)]))],
  [
    'language',
    new Map(languages.flatMap(({ label, code }) => [label, code].map((text) => [text.toLowerCase(), code]))),
  ],
]);

/** Converts a cell to the API's value; an unknown label stays unchanged. */
function apiValue(column: string, text: string): string {
  return named.get(column)?.get(text.toLowerCase().replaceAll('-', ' ')) ?? text;
}
