import { expect, it } from 'vitest';
import { jsonParseError } from './json-parse-error.ts';

/** The sentences are Python's, as a released deployment gave them for the same texts. */
it.each([
  ['', 'Expecting value: line 1 column 1 (char 0)'],
  ['  ', 'Expecting value: line 1 column 3 (char 2)'],
  ['nul', 'Expecting value: line 1 column 1 (char 0)'],
  ['[', 'Expecting value: line 1 column 2 (char 1)'],
  [']', 'Expecting value: line 1 column 1 (char 0)'],
  ['{"a":tru}', 'Expecting value: line 1 column 6 (char 5)'],
  ['{"a":{"b":}}', 'Expecting value: line 1 column 11 (char 10)'],
  ['{"a":.5}', 'Expecting value: line 1 column 6 (char 5)'],
  ['{', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ["{'a':1}", 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['{"a":1,5}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
  ['{"a":1,"b"}', "Expecting ':' delimiter: line 1 column 11 (char 10)"],
  ['{"a":01}', "Expecting ',' delimiter: line 1 column 7 (char 6)"],
  ['{"a":1 "b":2}', "Expecting ',' delimiter: line 1 column 8 (char 7)"],
  ['{"a":1}}', 'Extra data: line 1 column 8 (char 7)'],
  ['[1] 2', 'Extra data: line 1 column 5 (char 4)'],
  ['"abc\\', 'Unterminated string starting at: line 1 column 1 (char 0)'],
  ['NaN', "Out of range float values are not JSON compliant: 'NaN'"],
  ['[{"a":[Infinity]}]', "Out of range float values are not JSON compliant: 'Infinity'"],
])('says of %j: %s', (text, sentence) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonParseError(text)).toBe(sentence);
});
