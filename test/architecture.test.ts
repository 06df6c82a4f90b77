import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { importsOf, npm, root, sources } from './source-files.ts';

/** Shared folders that every other one may import. */
const ground = [
  'src/time',
  'src/log.ts',
  'src/reference.ts',
  'src/language.ts',
  'src/obstacle.ts',
  'src/telemetry/telemetry.ts',
];

/** Allowed imports by folder: our folders and files, `npm:NAME`, or `npm:` for any package. */
const walls: Record<string, string[]> = {
  'src/contract': ['src/contract', `${npm}zod`],
  'src/database': ['src/database', npm],
  'src/time': ['src/time', npm],
  'src/log.ts': [npm],
  'src/reference.ts': [npm],
  'src/language.ts': [],
  'src/telemetry': ['src/telemetry', ...ground, npm],
  'src/telemetry/telemetry.ts': [],
  'src/obstacle.ts': [],
  'src/commands/terminal.ts': [],
  'src/sandbox': ['src/sandbox', npm],
  'src/service': ['src/service', 'src/contract', 'src/database', 'src/commands/terminal.ts', ...ground, npm],
  'src/bot/onboarding': [
    'src/bot/onboarding',
    'src/bot/fold.ts',
    'src/contract',
    ...ground,
    `${npm}undici`,
    `${npm}leven`,
    `${npm}zod`,
    `${npm}node:`,
    `${npm}lru-cache`,
  ],
  'src/bot/ledger': [
    'src/bot/ledger',
    'src/bot/fold.ts',
    'src/database',
    ...ground,
    `${npm}kysely`,
    `${npm}zod`,
    `${npm}node:`,
    `${npm}csv-stringify`,
  ],
  'src/bot/slack': [
    'src/bot/slack',
    ...ground,
    `${npm}@slack/`,
    `${npm}zod`,
    `${npm}node:`,
    `${npm}lru-cache`,
  ],
  'src/bot/access': [
    'src/bot/access',
    'src/bot/slack',
    'src/bot/storage',
    'src/bot/changes.ts',
    'src/database',
    ...ground,
    npm,
  ],
  'src/bot/requests': [
    'src/bot/requests',
    'src/bot/plan',
    'src/bot/ledger',
    'src/bot/onboarding',
    'src/bot/slack',
    'src/bot/messages.ts',
    'src/bot/words.ts',
    'src/bot/feature.ts',
    'src/contract',
    ...ground,
    npm,
  ],
  'src/bot/plan': [
    'src/bot/plan',
    'src/bot/requests',
    'src/bot/ledger',
    'src/bot/storage',
    ...ground,
    `${npm}zod`,
  ],
  'src/bot/tasks': [
    'src/bot/tasks',
    'src/bot/plan',
    'src/bot/requests',
    'src/bot/ledger',
    'src/bot/onboarding',
    'src/bot/slack',
    'src/bot/storage',
    'src/contract',
    ...ground,
    `${npm}@slack/`,
    `${npm}zod`,
  ],
  'src/bot/calendar': [
    'src/bot/calendar',
    'src/bot/plan',
    'src/bot/requests',
    'src/bot/ledger',
    'src/bot/slack',
    ...ground,
    `${npm}zod`,
    `${npm}node:`,
    `${npm}ical-generator`,
  ],
  'src/bot/setup': [
    'src/bot/setup',
    'src/bot/ledger/audit',
    'src/bot/onboarding',
    'src/bot/storage',
    'src/contract',
    'src/database',
    ...ground,
    `${npm}@slack/`,
    `${npm}kysely`,
  ],
  'src/bot/checks': [
    'src/bot/checks',
    'src/bot/slack',
    'src/bot/onboarding',
    'src/bot/storage',
    'src/contract',
    ...ground,
    `${npm}@slack/`,
    `${npm}zod`,
    `${npm}node:`,
    `${npm}undici`,
  ],
  'src/bot/features': [
    'src/bot/checks',
    'src/bot/slack',
    'src/bot/ledger',
    'src/bot/onboarding',
    'src/bot/requests',
    'src/bot/plan',
    'src/bot/calendar',
    'src/bot/tasks',
    'src/bot/access',
    'src/bot/setup',
    'src/bot/storage',
    'src/bot/changes.ts',
    'src/bot/feature.ts',
    'src/bot/interrupted-window.ts',
    'src/bot/menus.ts',
    'src/bot/zones.ts',
    'src/bot/fold.ts',
    'src/contract',
    ...ground,
    `${npm}@slack/`,
    `${npm}zod`,
    `${npm}node:`,
    `${npm}lru-cache`,
  ],
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

/** A feature may import its own folder, but no other feature. */
function ownFeature(path: string, target: string): boolean {
  const [folder] = /^src\/bot\/features\/[^/]+/.exec(path) ?? [];
  return folder !== undefined && inside(target, folder);
}

it.each(Object.entries(walls))('%s imports only what it may', (room, allowed) => {
  expect(forbidden(room, allowed)).toEqual([]);
});

it('a use case knows nothing of Slack', () => {
  const submits = sources.filter((path) => path.endsWith('/submit.ts'));
  expect(submits.length).toBeGreaterThan(1);
  const ofSlack = submits.flatMap((path) =>
    importsOf(path).filter((target) => target.startsWith(`${npm}@slack/`) || inside(target, 'src/bot/slack')),
  );
  expect(ofSlack).toEqual([]);
});

it('only main.ts touches the process', () => {
  const others = sources.filter((path) => path !== 'src/main.ts');
  expect(others.filter((path) => /\bprocess\.[a-z]/.test(readFileSync(join(root, path), 'utf8')))).toEqual(
    [],
  );
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
  'src/bot/storage/schema.ts',
  'src/bot/features/newhire/typed/vocabulary.ts',
];

/** Text that users never read: log lines, and errors that mean a bug or are explained elsewhere. */
const toProgrammers =
  /(?:log\.\w+\([^;]*|new Error\(|new DecryptionFailed\(|new ChannelIsPublic\(|new NotConnected\(|new Unreadable\(|super\()\s*$/;

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
    textsIn(readFileSync(join(root, path), 'utf8'))
      .filter(({ text, before }) => isSentence(text) && !toProgrammers.test(before))
      .map(({ text, line }) => `${path}:${line} ${text}`),
  );
  expect(elsewhere).toEqual([]);
});

/** English in every language: text for operators, and text stored with a request. */
const ofOneLanguage = /(^|\/)(operator|stored)-messages\.ts$/;

it('no sentence is imported where it is used: each comes in the reader’s language', () => {
  const users = sources.filter(
    (path) => inside(path, 'src/bot') && !isOfMessages(path) && !path.endsWith('/words.ts'),
  );
  const imported = users.flatMap((path) =>
    importsOf(path)
      .filter((target) => isOfMessages(target) && !ofOneLanguage.test(target))
      .map((target) => `${path} → ${target}`),
  );
  expect(imported).toEqual([]);
});

it('no label or heading is typed where blocks are built', () => {
  const builders = sources.filter((path) => inside(path, 'src/bot') && !isOfMessages(path));
  const typed = builders.flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(
        /\b(?:(?:plain|paragraph|header|note|option|noticeView)\(|alert\('\w+',\s*|label: |hint: )['`][\p{L}“][^)\n]*/gu,
      ),
    ].map(([text]) => `${path} ${text}`),
  );
  expect(typed).toEqual([]);
});

it('messages.ts files hold words alone: they build no blocks and call nothing of Slack', () => {
  const builders = sources.filter(isOfMessages).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
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
  expect(words.filter((path) => emoji.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

it('no junk drawers', () => {
  const drawers = sources.filter((path) =>
    /\/(utils?|helpers?|common|types|shared|misc)\/|\/(utils?|helpers?)\.ts$/.test(path),
  );
  expect(drawers).toEqual([]);
});

it('no file is an everything-file: 350 lines at the most', () => {
  const long = sources.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > 351);
  expect(long).toEqual([]);
});

it('the two README commands start and test everything', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain('npm ci && npm run demo');
  expect(readme).toContain('npm ci && npm test');
});

const manifest = parse(readFileSync(join(root, 'manifest.yml'), 'utf8'));
it('shortcut names fit in Slack, which takes 24 characters', () => {
  const names = manifest.features.shortcuts.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name.length > 24)).toEqual([]);
});
