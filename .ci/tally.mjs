// What the reports of the tests say: `tally.mjs REPORT [REPORT OF WHAT WAS TRIED ONCE MORE]`, or the files in which
// something failed, where they are few: `tally.mjs --failed REPORT`.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** More than a busy machine makes late: then something is wrong. */
const few = 10;

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).testResults;
const nameOf = ({ name }) => relative('.', name);
const failuresIn = ({ status, assertionResults }) => {
  const failed = assertionResults.filter((one) => one.status === 'failed').length;
  // A file that cannot be loaded has no tests that failed.
  return failed === 0 && status === 'failed' ? 1 : failed;
};
const say = (line) => process.stdout.write(`${line}\n`);

const parameters = process.argv.slice(2);
if (parameters[0] === '--failed') {
  const failed = read(parameters[1]).filter((file) => failuresIn(file) > 0);
  if (failed.length <= few) say(failed.map(nameOf).join(' '));
} else {
  const [first, again = []] = parameters.map(read);
  const tried = new Set(again.map(nameOf));
  const files = [...first.filter((file) => !tried.has(nameOf(file))), ...again];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const left = count('pending', 'skipped', 'todo');
  const failed = files.reduce((sum, file) => sum + failuresIn(file), 0);
  const isEverything = process.env.TEST_EVERYTHING === '1';
  const late = again.filter((file) => failuresIn(file) === 0);
  if (late.length > 0) say(`Failed beside the others, and passed alone: ${late.map(nameOf).join(' ')}`);
  if (left > 0) say(`${left} tests were left out${isEverything ? ': none may be' : ''}.`);
  const wrong = failed + (isEverything ? left : 0);
  say(`${count('passed')} passed, ${wrong} failed`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
