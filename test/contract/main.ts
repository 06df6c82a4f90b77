import { parseArgs } from 'node:util';
import { type Api, apiAt } from './api.ts';
import { type Rule, readingRules } from './rules.ts';
import { writingRules } from './writing-rules.ts';

const usage = `npm run contract -- --url ADDRESS --token TOKEN [--write]
Checks a server of the onboarding API against the specification. Reads only, unless --write is given:
then it creates a handful of people named "Contract Check" and starts an offboarding of one of them.`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  if (!values.url || !values.token) {
    process.stderr.write(`${usage}\n`);
    return 64;
  }
  const rules = values.write ? [...readingRules, ...writingRules] : readingRules;
  const failed = await checkAll(apiAt(values.url, values.token), rules);
  process.stdout.write(`${rules.length - failed} of ${rules.length} rules are kept.\n`);
  if (!values.write)
    process.stdout.write('Nothing was written; --write checks creation and offboarding too.\n');
  return failed > 0 ? 1 : 0;
}

async function checkAll(api: Api, rules: Rule[]): Promise<number> {
  let failed = 0;
  for (const rule of rules) {
    const trouble = await rule.check(api).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    process.stdout.write(
      `${trouble === null ? 'kept    ' : 'NOT KEPT'} ${rule.section.padEnd(24)} ${rule.title}\n`,
    );
    if (trouble !== null) process.stdout.write(`         ${trouble.replaceAll('\n', '\n         ')}\n`);
    if (trouble !== null) failed += 1;
  }
  return failed;
}

process.exitCode = await main();
