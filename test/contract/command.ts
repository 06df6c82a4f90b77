import { parseArgs } from 'node:util';
import { paths } from '../../src/contract/paths.ts';
import { Accepted, type Api, apiAt } from './api.ts';
import { type Finding, findingOf, sentenceOf } from './findings.ts';
import { limit, type Meaning, type Need, problem, type Rule, readingRules, type Weight } from './rules.ts';
import { writingRules } from './writing-rules.ts';

/** Endpoints that a server has; they identify its release. */
type Offer = Readonly<Record<Need, boolean>> & { newHires: boolean };

async function offerOf(api: Api): Promise<Offer> {
  const has = async (path: string) => (await api.options(path)).status !== 404;
  return {
    users: await has(paths.users),
    offboarding: await has(paths.offboarding),
    newHires: await has(paths.newHires),
  };
}

/** Program it looks like; null if unknown. */
function guess({ users, offboarding, newHires }: Offer): string | null {
  if (users && newHires) return 'Frontdesk’s own onboarding service';
  if (users) return offboarding ? 'ChiefOnboarding 2.4.1 or newer' : 'ChiefOnboarding 2.0.32 to 2.4.0';
  return newHires ? 'ChiefOnboarding 2.0.15 to 2.0.31' : null;
}

function whatIsMissing({ users, offboarding, newHires }: Offer): Meaning[] {
  return [
    ...(users ? [] : [problem(newHires ? onlyOldEndpoint : noWayToAdd)]),
    ...(offboarding ? [] : [limit(noOffboarding)]),
  ];
}

const onlyOldEndpoint =
  'Only the old endpoint is there (/api/newhires/), which makes every new hire an administrator. Frontdesk doesn’t use it: update ChiefOnboarding to 2.0.32 or newer.';
const noWayToAdd = 'There is no endpoint that adds people (/api/users/), so new hires can’t be added.';
const noOffboarding =
  'This version has no offboarding. Update ChiefOnboarding to 2.4.1 or newer to start offboardings from Slack.';

const usage = `npm run contract -- --url ADDRESS --token TOKEN [--write]
Checks whether Frontdesk supports a server of the onboarding API, such as your ChiefOnboarding. Reads only, unless
--write is given: then it adds a handful of people named "Contract Check" and starts an offboarding of one of them.
ADDRESS is what stands before /api/, such as https://onboarding.acme.com; TOKEN is an administrator's.
Exit code: 0 supported as it is, 3 supported with limits, 1 not supported, 2 could not be checked, 64 used wrongly.`;

const exit = { asItIs: 0, notSupported: 1, notChecked: 2, withLimits: 3, misused: 64 } as const;

interface Wanted {
  url: string;
  token: string;
  write: boolean;
}

type Say = (line: string) => void;

/**
 * Implements `npm run contract --`.
 * @returns the exit code
 */
export async function checkContract(args: string[], print: Say, complain: Say): Promise<number> {
  const wanted = readCommandLine(args);
  if (typeof wanted === 'string') {
    complain(`${wanted}\n${usage}`);
    return exit.misused;
  }
  if (wanted === null) {
    print(usage);
    return exit.asItIs;
  }
  const api = apiAt(wanted.url, wanted.token);
  const obstacle = await whyNot(api);
  if (obstacle !== null) {
    complain(`Nothing was checked: ${obstacle}`);
    return exit.notChecked;
  }
  return report(api, wanted.write, print);
}

function readCommandLine(args: string[]): Wanted | string | null {
  try {
    const { values } = parseArgs({
      args,
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
    if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
      return `${url} isn’t an address: it starts with https:// or http://.`;
    // Other characters are invalid in a header, and the resulting error would show the token.
    if (!/^[\x21-\x7e]+$/.test(token)) return 'The token has characters that no token has: copy it again.';
    return { url, token, write };
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Reason why this address and token can't be checked: one sentence instead of a failure per rule. */
async function whyNot(api: Api): Promise<string | null> {
  try {
    const { status } = await api.get(paths.sequences);
    return status === 200 ? null : (obstacles[status] ?? `the server answers with status ${status}.`);
  } catch (error) {
    return `the server can’t be reached (${sentenceOf(error)}).`;
  }
}

const obstacles: Record<number, string> = {
  301: 'the server redirects. Give the address that it redirects to.',
  302: 'the server redirects. Give the address that it redirects to, or finish setting up ChiefOnboarding.',
  400: 'the server doesn’t accept requests for this address. Give the one it is set up for (ALLOWED_HOSTS).',
  401: 'the server doesn’t know this token.',
  403: 'the token isn’t an administrator’s.',
  404: 'there is no API at this address, or it is switched off: set API_ACCESS=True in ChiefOnboarding.',
};

/**
 * Prints a line for each rule, and the verdict.
 * @returns the exit code
 */
async function report(api: Api, write: boolean, print: Say): Promise<number> {
  try {
    const offer = await offerOf(api);
    const name = guess(offer);
    if (name) print(`This looks like ${name}.\n`);
    const missing = whatIsMissing(offer);
    for (const { weight, sentence } of missing) print(`${labels[weight]} ${sentence}`);
    const rules = (write ? [...readingRules, ...writingRules] : readingRules).filter(appliesTo(offer));
    const findings = await checkAll(api, rules, print);
    if (!write) print('\nNothing was written. --write checks creation and offboarding too.');
    return verdict(
      findings,
      missing.map(({ weight }) => weight),
      print,
    );
  } catch (error) {
    print(error instanceof Accepted ? accepted : `Checking stopped: ${sentenceOf(error)}.`);
    return error instanceof Accepted ? exit.notSupported : exit.notChecked;
  }
}

const accepted =
  'PROBLEM The server accepted something that has to be refused, so this check may have changed something there. ' +
  'Look for contract.check@example.com in it. Checking stopped.\n\nNot supported.';

function appliesTo(offer: Offer) {
  return ({ needs }: Rule): boolean => needs.every((need) => offer[need]);
}

const labels: Record<Weight, string> = { note: 'NOTE   ', limit: 'LIMIT  ', problem: 'PROBLEM' };

async function checkAll(api: Api, rules: Rule[], print: Say): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const finding = await findingOf(rule, api);
    print(lineFor(rule, finding));
    findings.push(finding);
  }
  return findings;
}

function lineFor({ title }: Rule, finding: Finding): string {
  if (finding.kind === 'kept') return `OK      ${title}`;
  if (finding.kind === 'notChecked') return `?       ${title}\n        Not checked: ${finding.why}`;
  const { meaning, seen } = finding;
  const said = `${labels[meaning.weight]} ${meaning.sentence}`;
  // Notes aren't errors, so they show no details.
  return meaning.weight === 'note' || seen === undefined ? said : `${said}\n        Seen: ${seen}.`;
}

/**
 * Prints the verdict.
 * @returns the exit code
 */
function verdict(findings: readonly Finding[], missing: readonly Weight[], print: Say): number {
  const weights = [
    ...missing,
    ...findings.flatMap((finding) => (finding.kind === 'deviation' ? [finding.meaning.weight] : [])),
  ];
  if (weights.includes('problem')) {
    print('\nNot supported: what is marked PROBLEM has to be fixed first.');
    return exit.notSupported;
  }
  if (findings.some(({ kind }) => kind === 'notChecked')) {
    print('\nNot everything could be checked. Run it again when the server answers.');
    return exit.notChecked;
  }
  if (weights.includes('limit')) {
    print('\nSupported with limits: what is marked LIMIT is missing or works less well.');
    return exit.withLimits;
  }
  print('\nSupported as it is.');
  return exit.asItIs;
}
