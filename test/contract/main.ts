import { parseArgs } from 'node:util';
import { paths } from '../../src/contract/paths.ts';
import { type Api, apiAt } from './api.ts';
import { type Rule, readingRules } from './rules.ts';
import { writingRules } from './writing-rules.ts';

const usage = `npm run contract -- --url ADDRESS --token TOKEN [--write]
Checks a server of the onboarding API against the specification. Reads only, unless --write is given:
then it creates a handful of people named "Contract Check" and starts an offboarding of one of them.
ADDRESS is what stands before /api/, such as https://onboarding.acme.com; TOKEN is an administrator's.
Ends with 0 when every rule is kept, 1 when one is not, 2 when the server could not be asked, 64 when used wrongly.`;

const exit = { kept: 0, notKept: 1, notAsked: 2, misused: 64 } as const;

interface Wanted {
  url: string;
  token: string;
  write: boolean;
}

/** @returns the exit code */
async function main(): Promise<number> {
  const wanted = readCommandLine();
  if (typeof wanted === 'string') {
    process.stderr.write(`${wanted}\n${usage}\n`);
    return exit.misused;
  }
  if (wanted === null) {
    process.stdout.write(`${usage}\n`);
    return exit.kept;
  }
  const api = apiAt(wanted.url, wanted.token);
  const obstacle = await whyNot(api);
  if (obstacle !== null) {
    process.stderr.write(`Nothing was checked: ${obstacle}\n`);
    return exit.notAsked;
  }
  return (await report(api, wanted.write)) ? exit.kept : exit.notKept;
}

/** @returns what is wrong with the command line as a sentence; null when only help is asked for */
function readCommandLine(): Wanted | string | null {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        token: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const { url, token, write, help } = values;
    if (help) return null;
    if (!url || !token) return 'Both --url and --token are needed.';
    if (!/^https?:\/\/[^/]/.test(url)) return `${url} is no address: it starts with https:// or http://.`;
    return { url, token, write };
  } catch (error) {
    return sentenceOf(error);
  }
}

/** What keeps this address and this token from being checked at all: one sentence instead of a failure per rule. */
async function whyNot(api: Api): Promise<string | null> {
  try {
    const { status } = await api.get(paths.sequences);
    return status === 200 ? null : (obstacles[status] ?? `the server answers with status ${status}.`);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return `the server cannot be reached (${sentenceOf(cause ?? error)}).`;
  }
}

const obstacles: Record<number, string> = {
  301: 'the server redirects. Give the address that it redirects to.',
  302: 'the server redirects. Give the address that it redirects to, or finish setting the server up.',
  401: 'the server does not know this token.',
  403: 'the token is not an administrator’s.',
  404: 'there is no API at this address, or it is switched off (API_ACCESS).',
};

/** @returns whether every rule is kept */
async function report(api: Api, write: boolean): Promise<boolean> {
  const rules = write ? [...readingRules, ...writingRules] : readingRules;
  const failed = await checkAll(api, rules);
  process.stdout.write(`${rules.length - failed} of ${rules.length} rules are kept.\n`);
  if (!write) process.stdout.write('Nothing was written; --write checks creation and offboarding too.\n');
  return failed === 0;
}

async function checkAll(api: Api, rules: Rule[]): Promise<number> {
  let failed = 0;
  for (const rule of rules) {
    const trouble = await rule.check(api).then(() => null, sentenceOf);
    process.stdout.write(
      `${trouble === null ? 'kept    ' : 'NOT KEPT'} ${rule.section.padEnd(24)} ${rule.title}\n`,
    );
    if (trouble !== null) process.stdout.write(`         ${trouble.replaceAll('\n', '\n         ')}\n`);
    if (trouble !== null) failed += 1;
  }
  return failed;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

process.exitCode = await main();
