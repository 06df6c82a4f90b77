/** Prints before the tests which ones are skipped, and how to run them. */
const leftOut = [
  ...(process.env.TEST_PASSED ? ['what passed in an earlier run (its report is at TEST_PASSED)'] : []),
  ...(process.env.TEST_POSTGRES_URL
    ? []
    : ['what needs PostgreSQL (set TEST_POSTGRES_URL to a server to run it)']),
  ...(process.env.TEST_EVERYTHING === '1'
    ? []
    : ['what runs in Chromium, and what installs, builds or releases (set TEST_EVERYTHING=1)']),
  ...(process.env.TEST_FAULTS === 'whole'
    ? []
    : [
        'the rarer turns of each story, the long version of the fault suites, and the other ways to Slack with the other services (set TEST_FAULTS=whole)',
      ]),
];

const lines = leftOut.map((what) => `Left out: ${what}`);
process.stdout.write(`${lines.join('\n') || 'Nothing is left out.'}\n`);
