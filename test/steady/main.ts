import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Condition, conditions } from './conditions.ts';

/** Runs the README's test command `times` times, under no load, under load and at other hours and days. */
async function main(times = 20): Promise<void> {
  const failed: number[] = [];
  for (let run = 1; run <= times; run += 1) {
    const condition = conditions[(run - 1) % conditions.length] ?? { name: 'quiet' };
    const { code, summary, output, seconds } = await testUnder(condition);
    process.stdout.write(`${run}/${times} · ${condition.name} · ${summary} · ${seconds} s\n`);
    if (code === 0) continue;
    failed.push(run);
    process.stdout.write(`${output}\n`);
  }
  process.stdout.write(`${times - failed.length} passed, ${failed.length} failed\n`);
  if (failed.length > 0) process.exitCode = 1;
}

/** One run as on a clean machine: only `npm test`. */
async function testUnder(condition: Condition) {
  const began = performance.now();
  const ballast = Array.from({ length: condition.busy ?? 0 }, keepBusy);
  const child = spawn('npm', ['test'], { env: environmentFor(condition), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = await outputOf(child);
  for (const busy of ballast) busy.kill();
  const summary = /Tests .*/.exec(output)?.[0].trim() ?? 'no test was run';
  return { code: child.exitCode, summary, output, seconds: Math.round((performance.now() - began) / 1000) };
}

function environmentFor({ startsAt, zone }: Condition): NodeJS.ProcessEnv {
  const { TEST_POSTGRES_URL: _postgres, TEST_EVERYTHING: _everything, ...rest } = process.env;
  const moved = join(import.meta.dirname, 'moved-clock.mjs');
  return {
    ...rest,
    NO_COLOR: '1',
    ...(zone && { TZ: zone }),
    ...(startsAt && {
      NODE_OPTIONS: `--import=${moved}`,
      TEST_CLOCK_SHIFT: String(Date.parse(startsAt) - Date.now()),
    }),
  };
}

function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;) Math.random()'], { stdio: 'ignore' });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let read = '';
  const keep = (chunk: Buffer) => {
    read += chunk;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  await once(child, 'close');
  return read;
}

await main(process.argv[2] === undefined ? undefined : Number(process.argv[2]));
