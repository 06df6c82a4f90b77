import { languages } from '../../../contract/languages.ts';
import { roles } from '../../../contract/role.ts';

/** What is read of a person, by the API's name of it. */
export type Column =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'position'
  | 'language'
  | 'timezone'
  | 'role';

/** How the columns are called in files of other programs; case, blanks and marks do not count. */
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

/** The column that a name stands for; undefined for one that is not read. */
export function columnOf(name: string): Column | undefined {
  return columns.get(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

/** Roles and languages by the names that people know, in lower case. */
const named = new Map<string, ReadonlyMap<string, string>>([
  ['role', new Map(roles.map(({ label, value }) => [label.toLowerCase(), String(value)]))],
  [
    'language',
    new Map(languages.flatMap(({ label, code }) => [label, code].map((text) => [text.toLowerCase(), code]))),
  ],
]);

/** A cell as the API takes it; what has no such name stays as it is. */
export function apiValue(column: string, text: string): string {
  return named.get(column)?.get(text.toLowerCase().replaceAll('-', ' ')) ?? text;
}
