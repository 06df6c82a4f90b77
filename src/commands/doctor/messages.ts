export const configuration = {
  title: 'Configuration',
  fine: { what: 'Every variable can be used.' },
  wrong: (names: string) => `${names} is missing or wrong.`,
} as const;

export const node = {
  title: 'Node',
  fine: (version: string) => ({ what: `This is Node ${version}.` }),
  old: (version: string) => ({
    what: `This is Node ${version}, and Frontdesk needs Node 24 or newer.`,
    todo: 'Install it from https://nodejs.org.',
  }),
} as const;

const start = 'Start Frontdesk: npm start.';

export const database = {
  titles: { DATABASE_URL: 'Database', SERVICE_DATABASE_URL: 'Built-in service’s database' },
  fine: (where: string) => ({ what: `${where} can be read, and is up to date.` }),
  none: (where: string) => ({
    what: `${where} isn’t there yet.`,
    todo: `${start} It makes the database.`,
  }),
  isFolder: (path: string) => ({
    what: `${path} is a folder, and not a database.`,
    todo: 'Name a file in it in the address of the database.',
  }),
  cannotBeMade: (folder: string) => ({
    what: `The database can’t be made: ${folder} can’t be written, or isn’t a folder.`,
    todo: 'Let the user who runs Frontdesk write there, or name another place in the address of the database.',
  }),
  empty: (where: string) => ({
    what: `${where} is there, and Frontdesk hasn’t been started with it yet.`,
    todo: start,
  }),
  old: (where: string, count: number) => ({
    what: `${where} is from an earlier version: ${count === 1 ? '1 change' : `${count} changes`} to its tables ${count === 1 ? 'is' : 'are'} missing.`,
    todo: `Make a backup (npm run frontdesk -- backup FILE), then restart Frontdesk. It makes the ${count === 1 ? 'change' : 'changes'} when it starts.`,
  }),
  newer: (where: string) => ({
    what: `${where} was made by a newer version of Frontdesk, or by another program.`,
    todo: 'Run that version, or name another database.',
  }),
  readOnly: (path: string) => ({
    what: `${path} can’t be written by the user who runs this.`,
    todo: 'Run Frontdesk as the file’s owner, or give the file and its folder to that user (chown).',
  }),
  damaged: (where: string) => ({
    what: `${where} is damaged.`,
    todo: 'Stop Frontdesk, keep the file, and put a backup back: npm run frontdesk -- restore FILE --replace',
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

export const files = {
  title: 'File access',
  fine: { what: 'Only their owner can read the database, the key and the secrets.' },
  none: { what: 'There are no files with secrets yet.' },
  otherSystem: { what: 'Not checked, because this system has no file modes.' },
  open: (paths: readonly string[]) => ({
    what: `Other users of this machine can read: ${paths.join(', ')}.`,
    todo: `Close them to others: chmod go= ${paths.join(' ')}`,
  }),
  writable: (paths: readonly string[]) => ({
    what: `Other users of this machine can change: ${paths.join(', ')}.`,
    todo: `Close them to others: chmod go= ${paths.join(' ')}`,
  }),
} as const;

export const embedded = {
  otherProgram: {
    todo: 'Look if another program uses this port. Stop it, or set SERVICE_HOST and SERVICE_PORT, then restart Frontdesk.',
  },
  notRunning: {
    what: 'The built-in onboarding service doesn’t answer. It runs together with Frontdesk, which isn’t running.',
    todo: `${start} If it’s running, check SERVICE_HOST and SERVICE_PORT.`,
  },
  title: 'Built-in service',
  fine: (people: number, sequences: number) => ({
    what: `It has ${people} ${people === 1 ? 'person' : 'people'} and ${sequences} ${sequences === 1 ? 'sequence' : 'sequences'}.`,
  }),
  nobody: {
    what: 'Nobody is in it yet, so no manager or buddy can be chosen.',
    todo: 'Import people: “Import from Slack” in Frontdesk’s App Home, or npm run frontdesk -- service user import people.csv',
  },
  noSequences: {
    what: 'It has no sequences yet, so nothing is planned for new hires.',
    todo: 'Choose some to begin with: npm run frontdesk -- service sequence starters',
  },
} as const;

export const ending = {
  failures: (failures: number, warnings: number) =>
    `${failures === 1 ? '1 check' : `${failures} checks`} failed${warnings > 0 ? `, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}` : ''}.`,
} as const;

export const states = {
  ok: 'ok',
  warning: 'WARNING',
  failure: 'FAILURE',
  unchecked: 'not checked',
} as const;
