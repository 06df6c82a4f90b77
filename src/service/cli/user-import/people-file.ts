import { readFile, stat } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { CommandFailed } from '../../../commands/terminal.ts';
import { type Imported, importedFields } from '../../people/import/import-fields.ts';
import { validateFields } from '../../validation/validate-fields.ts';
import { apiValue } from './columns.ts';
import { type Line, mostPeople, type PeopleTable, parsePeople } from './people-table.ts';

/** Largest file accepted, in bytes. */
const largest = 32 * 1024 ** 2;
/** Limits of the error report: number of lines, and characters per line, since a cell may hold a whole page. */
const mostNamed = 50;
const longestLine = 500;

type PeopleFile = { people: Imported[] } & Pick<PeopleTable, 'ignored'>;

/**
 * Reads people from a file and validates them as the API does.
 * @throws CommandFailed that names the first wrong lines and counts the rest
 */
export async function readPeople(path: string): Promise<PeopleFile> {
  const { lines, ignored } = inFile(path, parsePeople, await readText(path));
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
  return `${more} more ${more === 1 ? 'line is' : 'lines are'} wrong. Nothing was imported.`;
}

function checkLine({ values: texts }: Line): { person?: Imported; sentences: string[] } {
  const given = Object.entries(texts).map(([column, text]) => [column, apiValue(column, text)]);
  const { values, problem } = validateFields(importedFields, Object.fromEntries(given));
  const sentences = Object.entries(problem).map(
    ([field, errors]) => `${field}: ${Object.values(errors).flat().join(' ')}`,
  );
  return sentences.length > 0 ? { sentences } : { person: values as Imported, sentences };
}

function inFile<Result>(path: string, read: (content: string) => Result, content: string): Result {
  try {
    return read(content);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new CommandFailed(
      error.message
        .split('\n')
        .map((line) => `${path}: ${line}`)
        .join('\n'),
    );
  }
}

async function readText(path: string): Promise<string> {
  const unreadable = () => {
    throw new CommandFailed(`The file ${path} cannot be read.`);
  };
  const { size } = await stat(path).catch(unreadable);
  if (size > largest)
    throw new CommandFailed(`The file ${path} is larger than ${largest / 1024 ** 2} MB. Split it.`);
  return decode(path, await readFile(path).catch(unreadable));
}

/** Decodes UTF-8, or UTF-16 after its byte order mark: the "Unicode text" of spreadsheets. */
function decode(path: string, bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed(`The file ${path} is not UTF-8. Save it as "CSV UTF-8" and try again.`);
  }
}
