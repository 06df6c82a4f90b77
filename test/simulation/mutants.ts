import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Runs from './run.ts';
import { run as unbroken } from './run.ts';

interface Mutant {
  name: string;
  file: string;
  from: string;
  to: string;
  times?: number;
}

const ledger = 'src/bot/ledger';

const mutants: readonly Mutant[] = [
  {
    name: 'a lease that somebody holds is taken all the same',
    file: `${ledger}/requests/claim.ts`,
    from: ".where('lease_until', 'is', null)",
    to: '',
    times: 2,
  },
  {
    name: 'what was under way at a crash counts as not sent',
    file: `${ledger}/delivery/attempt.ts`,
    from: "request.state === 'outcome_unknown' ? await afterDoubt(request, options) : undefined",
    to: 'undefined',
  },
  {
    name: 'an answer that is lost counts as nothing done',
    file: `${ledger}/delivery/attempt.ts`,
    from: 'outcomeUnknown: sent && failure.facts.mayHaveHadEffect',
    to: 'outcomeUnknown: false',
  },
  {
    name: 'the outcome is written before the answer is known',
    file: `${ledger}/delivery/attempt.ts`,
    from: 'return failed(failure, { sent: true });',
    to: "return { kind: 'ended', outcome: { kind: 'done', resultId: null, confirmed: true } };",
  },
  {
    name: 'a message whose answer is lost is not looked for',
    file: `${ledger}/outbox/deliver.ts`,
    from: 'message.doubtful ? await findFirst(message, target) : undefined',
    to: 'undefined as Awaited<ReturnType<typeof findFirst>>',
  },
  {
    name: 'a reminder is another message each time somebody looks',
    file: 'src/bot/features/offboarding/approval/announcements.ts',
    from: ':hr`;\n}',
    to: ':hr` + Math.random();\n}',
  },
  {
    name: 'a decision is not checked at the press',
    file: `${ledger}/approvals/approvals.ts`,
    from: "return request.state === 'awaiting_approval' ? say(tx, request) : { kind: 'over', request };",
    to: 'return say(tx, request);',
  },
  {
    name: 'what is cancelled is cancelled although it may be under way',
    file: `${ledger}/requests/review.ts`,
    from: "const certain = request.state === 'pending' && request.outcomeUnknownAt === null;",
    to: 'const certain = true;',
  },
  {
    name: 'the plan ignores another start day',
    file: `${ledger}/requests/change-day.ts`,
    from: 'await planAnew(tx, amended, words, now);',
    to: '',
  },
  {
    name: 'a newer request leaves the older one’s plan',
    file: `${ledger}/planning/plan-anew.ts`,
    from: '[...replaced, { id: request.id',
    to: '[...replaced.slice(0, 0), { id: request.id',
  },
  {
    name: 'the same form makes a second request',
    file: `${ledger}/requests/accept.ts`,
    from: 'submission: request.submission,\n    requester',
    to: 'submission: request.submission + Math.random(),\n    requester',
  },
  {
    name: 'an offboarding is announced in the channels',
    file: 'src/bot/features/offboarding/request-type.ts',
    from: "started.message(to('private', { hr: true, exceptUsers, exceptEmployee: payload.user }), {}),",
    to: "started.message(to('private', { channel: 'C0HIRES' }), {}),",
  },
  {
    name: 'whoever asked hears nothing of the end',
    file: `${ledger}/requests/complete.ts`,
    from: 'await enqueue(tx, words.ended(request), now, shownInForm ? untilTheFormHasIt : 0);',
    to: '',
  },
  {
    name: 'a message is posted without a last look at who holds it',
    file: `${ledger}/outbox/deliver.ts`,
    from: 'if (await store.isHeld(id, holder)) return;',
    to: 'if ((await store.isHeld(id, holder)) || true) return;',
  },
  {
    name: 'a last day leaves the start as it is',
    file: `${ledger}/requests/presence.ts`,
    from: 'return departures.find((departure) => endsStart(start, departure));',
    to: 'return departures.find((departure) => endsStart(start, departure) && false);',
  },
  {
    name: 'somebody who is gone from the service is announced',
    file: `${ledger}/requests/missing.ts`,
    from: 'return missingSince !== null && keptBy === null',
    to: "return missingSince === '' && keptBy === null",
  },
];

const root = resolve(import.meta.dirname, '../..');

/**
 * Copies the sources with one mutation.
 * @throws when the text doesn't occur exactly as often as expected
 */
function copyWith({ name, file, from, to, times = 1 }: Mutant, folder: string): string {
  const copy = join(folder, String(mutants.findIndex((one) => one.name === name)));
  mkdirSync(copy);
  for (const part of ['src', 'test/simulation', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const text = readFileSync(join(copy, file), 'utf8');
  if (text.split(from).length - 1 !== times)
    throw new Error(
      `“${name}”: its text doesn’t stand ${times === 1 ? 'once' : `${times} times`} in ${file}.`,
    );
  writeFileSync(
    join(copy, file),
    text.replaceAll(from, () => to),
  );
  return copy;
}

/** @returns the first seed whose run breaks a promise, and the violation */
async function caught(copy: string, seeds: number): Promise<{ seed: number; how: string } | undefined> {
  const { run }: typeof Runs = await import(pathToFileURL(join(copy, 'test/simulation/run.ts')).href);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const [how] = (await run(seed)).broken;
    // A seed that also fails without the mutation proves nothing.
    if (how !== undefined && (await unbroken(seed)).broken.length === 0) return { seed, how };
  }
  return undefined;
}

const { values } = parseArgs({ options: { seeds: { type: 'string' }, only: { type: 'string' } } });
const seeds = Number(values.seeds ?? 1_000);
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
let missed = 0;
try {
  for (const mutant of mutants.filter(({ name }) => name.includes(values.only ?? ''))) {
    const found = await caught(copyWith(mutant, folder), seeds);
    if (!found) missed += 1;
    const verdict = found
      ? `seed ${String(found.seed).padStart(4)}  ${found.how.split(':')[0]}`
      : 'NOT CAUGHT';
    process.stdout.write(`${mutant.name.padEnd(62)}  ${verdict}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${missed === 0 ? 'All are caught' : `${missed} are not caught`} within ${seeds} seeds.\n`,
);
process.exitCode = missed > 0 ? 1 : 0;
