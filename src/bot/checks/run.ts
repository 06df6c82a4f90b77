import { type Clock, within } from '../../time/clock.ts';
import { type Check, type Found, failure, type Result, unchecked, warning } from './check.ts';
import { words } from './words.ts';

/** How long a check may take that has its own limits inside, in milliseconds: somebody waits for the whole. */
const longest = 20_000;

/**
 * Makes all checks, each beside the others, so that no failure hides another one; what needs one that failed is not
 * claimed. It ends, whatever a check meets.
 * @returns the results in the order of the checks
 */
export function runChecks(checks: readonly Check[], clock: Clock): Promise<Result[]> {
  const begun = new Map<string, Promise<Result>>();
  const byName = new Map(checks.map((check) => [check.name, check]));

  function resultOf(check: Check): Promise<Result> {
    const result = begun.get(check.name) ?? made(check);
    begun.set(check.name, result);
    return result;
  }

  async function made(check: Check): Promise<Result> {
    const found = (await obstacleTo(check)) ?? (await lookInTime(check, clock));
    return { name: check.name, title: check.title, ...found };
  }

  /** The first thing that keeps it from being told. */
  async function obstacleTo({ needs = [] }: Check): Promise<Found | undefined> {
    for (const name of needs) {
      const needed = byName.get(name);
      const before = needed && (await resultOf(needed));
      // What was kept from being told itself says already by what.
      if (before?.state === 'unchecked') return unchecked(before.say);
      if (before?.state === 'failure' || before?.stops)
        return unchecked((language) => words[language].comesFirst(before.title(language)));
    }
    return undefined;
  }

  return Promise.all(checks.map(resultOf));
}

async function lookInTime({ look }: Check, clock: Clock): Promise<Found> {
  try {
    const found = await within(clock, longest, Promise.resolve().then(look));
    return found ?? failure((language) => words[language].tooSlow(longest / 1000));
  } catch (error) {
    // A mistake in the program: nothing is known, and what it says might hold anything.
    const kind = error instanceof Error ? error.name : typeof error;
    return warning((language) => words[language].unexpected(kind));
  }
}
