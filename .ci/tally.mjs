// Counts what a report of the tests says: `tally.mjs REPORT`. With TEST_EVERYTHING=1 none may be left out.
import { readFileSync } from 'node:fs';

const say = (line) => process.stdout.write(`${line}\n`);
const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
const count = (status) => statuses.filter((one) => one === status).length;
// A file that cannot be loaded has no tests that failed.
const unloaded = testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
);
const failed = count('failed') + unloaded.length;
const left = statuses.length - count('passed') - count('failed');
const isEverything = process.env.TEST_EVERYTHING === '1';
if (left > 0) say(`${left} tests were left out${isEverything ? ': none may be' : ''}.`);
const wrong = failed + (isEverything ? left : 0);
say(`${count('passed')} passed, ${wrong} failed`);
process.exitCode = wrong > 0 ? 1 : 0;
