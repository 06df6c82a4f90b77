import { parseArgs } from 'node:util';
import { type Run, run, shrink } from './run.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    for: { type: 'string' },
    trace: { type: 'boolean' },
  },
});

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);

function lengthOf(text: string): number {
  const [, amount, unit = 's'] = /^(\d+)([smh]?)$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`--for takes a time such as 10m, not ${text}.`);
  return Number(amount) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
}

function* seedsToPlay(): Generator<number> {
  if (values.seed !== undefined) return yield Number(values.seed);
  if (values.for === undefined) {
    for (let seed = 1; seed <= Number(values.seeds ?? 200); seed += 1) yield seed;
    return;
  }
  const until = performance.now() + lengthOf(values.for);
  for (let seed = Math.floor(Date.now() / 1_000); performance.now() < until; seed += 1) yield seed;
}

function report({ seed, broken, trace, actions }: Run): void {
  process.stdout.write(`Seed ${seed}:\n${broken.map((one) => `  ${one}\n`).join('')}`);
  process.stdout.write(
    `The shortest run with that:\n${trace}\n${actions.map((one) => `  ${JSON.stringify(one)}\n`).join('')}`,
  );
  process.stdout.write(`Play it again: npm run simulate -- --seed ${seed}\n`);
}

let played = 0;
let failed = 0;
for (const seed of seedsToPlay()) {
  const result = await run(seed);
  played += 1;
  if (values.trace) process.stdout.write(`${result.trace}\n`);
  if (result.broken.length === 0) continue;
  failed += 1;
  report(await shrink(result));
}
process.stdout.write(`${played} runs in ${seconds()} s, ${failed} of them broke a promise.\n`);
process.exitCode = failed > 0 ? 1 : 0;
