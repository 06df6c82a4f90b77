import { chromiumPath } from './browser/chromium.ts';

/** Says, before the tests, what this machine lacks and which tests are therefore left out. */
const lacking = [
  ...(process.env.TEST_POSTGRES_URL
    ? []
    : ['what needs PostgreSQL (set TEST_POSTGRES_URL to a server to run it)']),
  ...(chromiumPath ? [] : ['what needs Chromium (install it, or set CHROMIUM_PATH)']),
  ...(process.env.TEST_FAULTS === 'whole'
    ? []
    : [
        'the long version of the fault suites and of what walks with the longest names (set TEST_FAULTS=whole)',
      ]),
];

const lines = lacking.map((what) => `Left out: ${what}`);
process.stdout.write(`${lines.join('\n') || 'Nothing is left out.'}\n`);
