import { languages } from '../../../contract/languages.ts';
import { roles } from '../../../contract/role.ts';

export type Column =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'position'
  | 'language'
  | 'timezone'
  | 'role';

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

const columns = new Map(
  Object.entries(names).flatMap(([column, spellings]) =>
    spellings.map((spelling): [string, Column] => [spelling, column as Column]),
  ),
);

/** Finds the column for a header; undefined for one that isn't read. */
export function columnOf(name: string): Column | undefined {
  return columns.get(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
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
export function apiValue(column: string, text: string): string {
  return named.get(column)?.get(text.toLowerCase().replaceAll('-', ' ')) ?? text;
}
