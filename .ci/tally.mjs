// Counts what the reports of the tests say: `tally.mjs REPORT…`, of which a later one counts for the files that it has; a
// test that it left out passed if it did in an earlier one. Or names the files that have more to show with everything in
// place, because something was left out or they ask for it: `tally.mjs --more REPORT`.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).testResults;
const nameOf = ({ name }) => relative('.', name);
const failuresIn = ({ status, assertionResults }) => {
  const failed = assertionResults.filter((one) => one.status === 'failed').length;
  // A file that cannot be loaded has no tests that failed.
  return failed === 0 && status === 'failed' ? 1 : failed;
};
/** What tests ask for that are longer, or more, with everything in place. */
const asks =
  /TEST_(EVERYTHING|FAULTS|POSTGRES_URL)|CHROMIUM_PATH|\/(postgres|trials|browser|chromium)\.ts'|everyWay/;
const hasMore = ({ name, assertionResults }) =>
  assertionResults.some(({ status }) => status !== 'passed') ||
  /\/test\/(faults|ledger)\//.test(name) ||
  asks.test(readFileSync(name, 'utf8'));
const say = (line) => process.stdout.write(`${line}\n`);

const parameters = process.argv.slice(2);
if (parameters[0] === '--more') {
  say(read(parameters[1]).filter(hasMore).map(nameOf).join(' '));
} else {
  const reports = parameters.map(read);
  const files = [...new Map(reports.flat().map((file) => [nameOf(file), file])).values()];
  const keyed = (all) =>
    all.flatMap((file) =>
      file.assertionResults.map(({ status, fullName }) => ({ status, key: `${nameOf(file)} ${fullName}` })),
    );
  const once = new Set(
    keyed(reports.flat())
      .filter(({ status }) => status === 'passed')
      .map(({ key }) => key),
  );
  const isLeft = ({ status }) => ['pending', 'skipped', 'todo'].includes(status);
  const tests = keyed(files);
  const left = tests.filter((test) => isLeft(test) && !once.has(test.key)).length;
  const passed = tests.filter(
    (test) => test.status === 'passed' || (isLeft(test) && once.has(test.key)),
  ).length;
  const failed = files.reduce((sum, file) => sum + failuresIn(file), 0);
  const isEverything = process.env.TEST_EVERYTHING === '1';
  if (left > 0) say(`${left} tests were left out${isEverything ? ': none may be' : ''}.`);
  const wrong = failed + (isEverything ? left : 0);
  say(`${passed} passed, ${wrong} failed`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
