import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { importsOf, npm, root, sources, textOf } from './source-files.ts';

const ground = [
  'src/time',
  'src/bytes.ts',
  'src/csv.ts',
  'src/log.ts',
  'src/json.ts',
  'src/language.ts',
  'src/obstacle.ts',
  'src/telemetry/telemetry.ts',
];

/**
 * Allowed imports by folder of `src`, besides its own: our folders and files, `npm:NAME`, `npm:` for any package, and
 * `ground` for the shared ones.
 */
const walls: Record<string, string> = {
  contract: 'npm:zod',
  database: 'npm:',
  time: 'npm:',
  'log.ts': 'npm:',
  'language.ts': 'time npm:node:async_hooks',
  telemetry: 'ground npm:',
  'telemetry/telemetry.ts': '',
  'bytes.ts': '',
  'csv.ts': 'npm:csv-parse',
  'obstacle.ts': '',
  'json.ts': '',
  'commands/terminal.ts': '',
  sandbox: 'npm:',
  service: 'contract database commands/terminal.ts ground npm:',
  'bot/onboarding': 'contract ground npm:undici npm:leven npm:zod npm:node: npm:lru-cache',
  'bot/ledger': 'database ground npm:kysely npm:zod npm:node: npm:csv-stringify',
  'bot/webhooks':
    'bot/ledger bot/requests contract ground npm:undici npm:zod npm:node: npm:standardwebhooks ' +
    'npm:fast-check npm:vitest',
  'bot/slack': 'ground npm:@slack/ npm:zod npm:node: npm:lru-cache',
  'bot/access': 'bot/slack bot/storage bot/changes.ts database ground npm:',
  'bot/starters':
    'bot/storage bot/webhooks bot/onboarding/client bot/slack/http-server.ts ground npm:undici npm:node:',
  'bot/requests':
    'bot/plan bot/ledger bot/onboarding bot/slack bot/messages.ts bot/feature.ts contract ' + 'ground npm:',
  'bot/plan': 'bot/requests bot/ledger bot/storage contract ground npm:zod',
  'bot/preview':
    'bot/plan bot/requests bot/ledger bot/onboarding bot/slack bot/storage contract ' +
    'ground npm:@slack/ npm:zod',
  'bot/calendar': 'bot/plan bot/requests bot/ledger bot/slack ground npm:@slack/ npm:zod npm:ical-generator',
  'bot/health':
    'bot/access bot/ledger/audit bot/slack bot/onboarding bot/storage contract database ground npm:@slack/ ' +
    'npm:zod npm:node: npm:kysely npm:undici',
  'bot/features':
    'bot/health bot/slack bot/ledger bot/onboarding bot/requests bot/plan bot/preview bot/calendar ' +
    'bot/access bot/storage bot/starters bot/webhooks bot/bot.ts bot/changes.ts bot/feature.ts ' +
    'bot/menus.ts contract ground npm:@slack/ npm:zod npm:node: npm:lru-cache ' +
    'npm:csv-parse npm:csv-stringify npm:fast-check npm:vitest',
};

function inside(path: string, place: string): boolean {
  return (
    path === place || path.startsWith(place.endsWith('/') || place.startsWith(npm) ? place : `${place}/`)
  );
}

function forbidden(room: string, allowed: string[]): string[] {
  return sources
    .filter((path) => inside(path, room))
    .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
    .filter(
      ({ path, target }) => !allowed.some((place) => inside(target, place)) && !ownFeature(path, target),
    )
    .map(({ path, target }) => `${path} → ${target}`);
}

function ownFeature(path: string, target: string): boolean {
  const [folder] = /^src\/bot\/features\/[^/]+/.exec(path) ?? [];
  return folder !== undefined && inside(target, folder);
}

it.each(Object.entries(walls))('%s imports only what it may', (name, allowed) => {
  const room = `src/${name}`;
  const places = (allowed.match(/\S+/g) ?? []).flatMap((place) => {
    if (place === 'ground') return ground;
    return place.startsWith(npm) ? place : `src/${place}`;
  });
  const own = name === 'bot/features' ? [] : [room];
  expect(forbidden(room, [...own, ...places])).toEqual([]);
});

it('a use case knows nothing of Slack', () => {
  const submits = sources.filter((path) => /\/submit(-and-wait)?\.ts$/.test(path));
  expect(submits.length).toBeGreaterThan(1);
  const ofSlack = submits.flatMap((path) =>
    importsOf(path).filter((target) => target.startsWith(`${npm}@slack/`) || inside(target, 'src/bot/slack')),
  );
  expect(ofSlack).toEqual([]);
});

it('only main.ts touches the process', () => {
  const others = sources.filter((path) => path !== 'src/main.ts');
  expect(others.filter((path) => /\bprocess\.[a-z]/.test(textOf(path)))).toEqual([]);
});

it('every feature folder is in the list', () => {
  const imported = importsOf('src/bot/app.ts');
  const folders = readdirSync(join(root, 'src/bot/features'));
  expect(folders.filter((folder) => !imported.includes(`src/bot/features/${folder}/index.ts`))).toEqual([]);
});

/** Files with sentences for people, so that a language is a set of these files. */
const isOfMessages = (path: string) => /(^|\/|-)messages(\.[a-z]{2})?\.ts$/.test(path);

/** Folders whose code (SQL, steps) can't be told apart from sentences; the rest is checked. */
const keepTheirWords = [
  'src/bot/ledger',
  'src/bot/storage/migrations.ts',
  'src/bot/features/newhire/typed/vocabulary.ts',
  'src/bot/features/newhire/imports/vocabulary.ts',
  'src/bot/webhooks/event-schema.ts',
];

/** Text that users never read: log lines, and errors that mean a bug or are explained elsewhere. */
const toProgrammers =
  /(?:log\.\w+\([^;]*|new Error\(|new DecryptionFailed\(|new ChannelIsPublic\(|new NotConnected\(|new Unreadable\(|new PrivateAddress\(|super\()\s*$/;

/** Sentence, or part of one: three or more words, placeholders not counted. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\$\{[^}]*\}/g, ' ').split(/[\s'`"“”]+/);
  return words.filter((word) => /^[\p{L}’-]+[.,:;!?]?$/u.test(word)).length >= 3;
}

const regularExpression = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//;
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/;
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;
const token = new RegExp([comment, regularExpression, text].map(({ source }) => source).join('|'), 'g');

/** String literals in a source, each with the code before it. */
function textsIn(source: string): { text: string; before: string; line: number }[] {
  return [...source.matchAll(token)]
    .filter(([found]) => !found.startsWith('/'))
    .map(({ 0: found, index }) => ({
      text: found,
      before: source.slice(Math.max(0, index - 120), index),
      line: source.slice(0, index).split('\n').length,
    }));
}

it('what people read stands in messages.ts files', () => {
  const speaking = sources.filter(
    (path) =>
      inside(path, 'src/bot') && !isOfMessages(path) && !keepTheirWords.some((room) => inside(path, room)),
  );
  const elsewhere = speaking.flatMap((path) =>
    textsIn(textOf(path))
      .filter(({ text, before }) => isSentence(text) && !toProgrammers.test(before))
      .map(({ text, line }) => `${path}:${line} ${text}`),
  );
  expect(elsewhere).toEqual([]);
});

/** English in every language: text for operators, and text stored with a request. */
const ofOneLanguage = /(^|\/)(operator|stored)-messages\.ts$/;

it('no sentence is imported where it is used: `say` takes each in the reader’s language', () => {
  const users = sources.filter((path) => inside(path, 'src/bot') && !isOfMessages(path));
  const imported = users.flatMap((path) =>
    [...textOf(path).matchAll(/^import \{([^}]*)\} from '(.*messages\.ts)'/gm)]
      .filter(
        ([, names = '', target = '']) => !/^ say( as \w+)? $/.test(names) && !ofOneLanguage.test(target),
      )
      .map(([found]) => `${path}: ${found}`),
  );
  expect(imported).toEqual([]);
});

it('no label or heading is typed where blocks are built', () => {
  const builders = sources.filter((path) => inside(path, 'src/bot') && !isOfMessages(path));
  const typed = builders.flatMap((path) =>
    [
      ...textOf(path).matchAll(
        /\b(?:(?:plain|paragraph|header|note|option|noticeView)\(|alert\('\w+',\s*|label: |hint: )['`][\p{L}“][^)\n]*/gu,
      ),
    ].map(([text]) => `${path} ${text}`),
  );
  expect(typed).toEqual([]);
});

it('messages.ts files hold words alone: they build no blocks and call nothing of Slack', () => {
  const builders = sources.filter(isOfMessages).flatMap((path) => {
    const text = textOf(path);
    const ofSlack = importsOf(path).filter((target) => target.startsWith(`${npm}@slack/`));
    return [
      ...ofSlack,
      ...(text.match(/\btype: '\w+'|\b(?:plain|paragraph|header|note|alert)\(/g) ?? []),
    ].map((found) => `${path} ${found}`);
  });
  expect(builders).toEqual([]);
});

it('no meaning is by emoji or colour: words have none, and what has a colour has words', () => {
  const words = sources.filter((path) => inside(path, 'src/bot') && isOfMessages(path));
  expect(words.length).toBeGreaterThan(5);
  const emoji = /\p{Extended_Pictographic}|(?<![\w:]):[a-z_]+:(?![\w:])/u;
  expect(words.filter((path) => emoji.test(textOf(path)))).toEqual([]);
});

it('no junk drawers', () => {
  const drawers = sources.filter((path) =>
    /\/(utils?|helpers?|common|types|shared|misc)\/|\/(utils?|helpers?)\.ts$/.test(path),
  );
  expect(drawers).toEqual([]);
});

it('no file is an everything-file: 350 lines at the most', () => {
  const long = sources.filter((path) => textOf(path).split('\n').length > 351);
  expect(long).toEqual([]);
});

it('the two README commands start and test everything', () => {
  const readme = textOf('README.md');
  expect(readme).toContain('npm ci && npm run demo');
  expect(readme).toContain('npm ci && npm test');
});

it('the README stays short: 110 lines at the most', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(111);
});

const manifest = parse(textOf('manifest.yml'));
it('shortcut names fit in Slack, which takes 24 characters', () => {
  const names = manifest.features.shortcuts.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name.length > 24)).toEqual([]);
});
