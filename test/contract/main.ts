import { checkContract } from './command.ts';

process.exitCode = await checkContract(
  process.argv.slice(2),
  (line) => void process.stdout.write(`${line}\n`),
  (line) => void process.stderr.write(`${line}\n`),
);
