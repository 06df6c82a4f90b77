import { plural } from '../../language.ts';

export const configuration = {
  title: 'Configuration',
  fine: { what: 'All variables are valid.' },
  wrong: (names: string) => `${names} is missing or wrong.`,
} as const;

const start = 'Start Frontdesk: npm start.';

export const database = {
  titles: { DATABASE_URL: 'Database', SERVICE_DATABASE_URL: 'Built-in service’s database' },
  fine: (where: string) => ({ what: `${where} is up to date.` }),
  none: (where: string) => ({
    what: `${where} doesn’t exist yet.`,
    todo: start,
  }),
  empty: (where: string) => ({
    what: `${where} is empty.`,
    todo: start,
  }),
  old: (where: string, count: number) => ({
    what: `${where} is from an earlier version: ${plural(count, 'migration is', 'migrations are')} missing.`,
    todo: 'Make a backup (npm run frontdesk -- backup FILE), then restart Frontdesk.',
  }),
  standby: (where: string) => ({
    what: `${where} is a read-only replica.`,
    todo: 'Name the primary server in DATABASE_URL.',
  }),
  unknown: (where: string, kind: string) => ({
    what: `${where} can’t be used (${kind}).`,
    todo: 'Check the address, the user and the password.',
  }),
} as const;

const close = (paths: readonly string[]) => `Close them to others: chmod go= ${paths.join(' ')}`;

export const files = {
  title: 'File access',
  fine: { what: 'Only their owner can read the database, key and secrets.' },
  none: { what: 'No files with secrets yet.' },
  otherSystem: { what: 'This system has no file modes.' },
  open: (paths: readonly string[]) => ({
    what: `Other users of this machine can read: ${paths.join(', ')}.`,
    todo: close(paths),
  }),
  writable: (paths: readonly string[]) => ({
    what: `Other users of this machine can change: ${paths.join(', ')}.`,
    todo: close(paths),
  }),
} as const;

export const embedded = {
  otherProgram: {
    todo: 'If another program uses this port, stop it, or set SERVICE_HOST and SERVICE_PORT. Then restart Frontdesk.',
  },
  notRunning: {
    what: 'The built-in onboarding service doesn’t answer: Frontdesk isn’t running.',
    todo: `${start} If it’s running, check SERVICE_HOST and SERVICE_PORT.`,
  },
  title: 'Built-in service',
  fine: (people: number, sequences: number) => ({
    what: `${plural(people, 'person', 'people')}, ${plural(sequences, 'sequence')}.`,
  }),
  nobody: {
    what: 'No people yet.',
    todo: '“Import from Slack” in App Home, or: npm run frontdesk -- service user import people.csv',
  },
  noSequences: {
    what: 'No sequences yet.',
    todo: 'Choose some: npm run frontdesk -- service sequence starters',
  },
} as const;

export const ending = {
  failures: (failures: number, warnings: number) =>
    `${plural(failures, 'check')} failed${warnings > 0 ? `, ${plural(warnings, 'warning')}` : ''}.`,
} as const;

export const states = {
  ok: 'ok',
  warning: 'WARNING',
  failure: 'FAILURE',
  unchecked: 'not checked',
} as const;
