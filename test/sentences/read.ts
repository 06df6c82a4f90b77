import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text that people can read, and its place. */
export interface Sentence {
  path: string;
  text: string;
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`);
}

/** Sentences of messages, forms and pages in Slack. @param root folder of the project */
export function slackSentences(root: string): Sentence[] {
  const paths = filesIn(root, 'src').filter((path) => /(?:^|\/|-)(?:messages|words)\.ts$/.test(path));
  return paths.flatMap((path) => stringsIn(root, path));
}

/** Sentences that people read: in Slack, a terminal, the sandbox's page, or the documentation. */
export function allSentences(root: string): Sentence[] {
  const programs = ['src/bot', 'src/commands', 'src/config', 'src/service', 'src/sandbox'].flatMap((folder) =>
    filesIn(root, folder).flatMap((path) => stringsIn(root, path)),
  );
  const docs = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs')) : [];
  const pages = ['README.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)];
  const texts = [...pages.filter((path) => path.endsWith('.md')), 'manifest.yml', '.env.example'];
  return [
    ...programs.filter(({ text }) => text.includes(' ')),
    ...texts.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ') })),
  ];
}

export function countWords(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { text }) => sum + (text.match(/\p{L}[\p{L}’'-]*/gu)?.length ?? 0), 0);
}

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/y;
const string = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
/** From the beginning of a template, or the end of an expression in it, to the next one. */
const template = /[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)/y;

function matchAt(source: string, at: number, pattern: RegExp): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** String literals and the parts of templates, without comments and imports. */
function stringsIn(root: string, path: string): Sentence[] {
  const source = readFileSync(join(root, path), 'utf8').replaceAll(/^import .*$|^\} from .*$/gm, '');
  const found: string[] = [];
  /** For each open brace, whether it begins an expression of a template. */
  const braces: boolean[] = [];
  for (let at = 0; at < source.length; at += 1) {
    at += Math.max((matchAt(source, at, comment) ?? '').length - 1, 0);
    const isEnd = source[at] === '}' && braces.pop() === true;
    const isTemplate = isEnd || source[at] === '`';
    const text = matchAt(source, at, isTemplate ? template : string);
    if (source[at] === '{') braces.push(false);
    if (text === undefined) continue;
    if (isTemplate && text.endsWith('${')) braces.push(true);
    found.push(text.slice(1).replace(/(?:['"`]|\$\{)$/, ''));
    at += text.length - 1;
  }
  return found.map((text) => ({ path, text }));
}
