import { JsonNumber } from './json-number.ts';

/** The API's error sentences, as in released deployments: scripts and people rely on them. */
export const messages = {
  required: 'This field is required.',
  notNull: 'This field may not be null.',
  notBlank: 'This field may not be blank.',
  notText: 'Not a valid string.',
  noNul: 'Null characters are not allowed.',
  badEmail: 'Enter a valid email address.',
  emailTaken: 'user with this Email already exists.',
  badDay: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  badInteger: 'A valid integer is required.',
  badBoolean: 'Must be a valid boolean.',
  emptyList: 'This list may not be empty.',
  badSequences: 'Not all sequence ids are valid.',
  pastDay: 'You cannot set an offboarding date in the past.',
  noData: 'No data provided',
  /** The sentences down to `isDone` are for endpoints that released deployments don't have. */
  nameTaken: 'There is a sequence of this kind with this name already.',
  stale: 'This has been changed since that version.',
  sameAddress: 'Another entry has this address.',
  badInstant: 'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm:ssZ.',
  badCursor: 'Invalid cursor.',
  badIds: 'Give ids, separated by commas.',
  onlyTrue: 'Must be true, or left out.',
  unknownParameter: 'This parameter is not known.',
  pastTaskDay: 'You cannot put a task off to a day in the past.',
  isDone: 'This task is done. Reopen it first.',
  tooLong: (max: number) => `Ensure this field has no more than ${max} characters.`,
  atLeast: (min: number) => `Ensure this value is greater than or equal to ${min}.`,
  atMost: (max: number) => `Ensure this value is less than or equal to ${max}.`,
  tooMany: (max: number) => `Ensure this field has no more than ${max} elements.`,
  surrogate: (code: number) => `Surrogate characters are not allowed: U+${code.toString(16).toUpperCase()}.`,
  badChoice: (input: unknown) => `"${shown(input)}" is not a valid choice.`,
  notAnId: (input: unknown) => `Incorrect type. Expected pk value, received ${typeName(input)}.`,
  unknownId: (id: unknown) => `Invalid pk "${shown(id)}" - object does not exist.`,
  notAList: (input: unknown) => `Expected a list of items but got type "${typeName(input)}".`,
  notAnObject: (input: unknown) => `Invalid data. Expected a dictionary, but got ${typeName(input)}.`,
} as const;

/** Name of the type in Python, which released deployments are written in. */
function typeName(value: unknown): string {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (value instanceof JsonNumber) return value.type;
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof value as string] ?? typeof value;
}

/** A value inside a sentence: truth values as in released deployments, lists and objects as JSON. */
function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'object' && !(value instanceof JsonNumber) ? JSON.stringify(value) : String(value);
}
