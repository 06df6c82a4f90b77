import { resolve } from 'node:path';
import { countWords, slackSentences } from './read.ts';

/** Prints the number of words in Slack texts, by file with `--files`: `npm run words [-- FOLDER]`. */
const args = process.argv.slice(2);
const root = resolve(args.find((arg) => !arg.startsWith('--')) ?? '.');
const sentences = slackSentences(root);
if (args.includes('--files'))
  for (const [path, some] of Map.groupBy(sentences, ({ path: of }) => of))
    process.stdout.write(`${String(countWords(some)).padStart(6)}  ${path}\n`);
process.stdout.write(`${countWords(sentences)} words in Slack texts\n`);
