import { readdirSync } from 'node:fs';

interface Benchmark {
  bench(print: (line: string) => void): Promise<void>;
}

async function main(wanted = ''): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
  for (const name of names.sort().filter((each) => each.includes(wanted))) {
    print(`\n# ${name.replace('.bench.ts', '')}`);
    const { bench } = (await import(`./${name}`)) as Benchmark;
    await bench(print);
  }
}

await main(process.argv[2]);
