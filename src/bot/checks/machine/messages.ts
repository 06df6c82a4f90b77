import { words } from '../../../language.ts';

const whom = { slack: 'Slack', service: 'the onboarding service' } as const;

function size(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB is` : `${Math.floor(megabytes / 1024)} GB is`;
}

const en = {
  clock: {
    title: 'Clock',
    fine: (whose: keyof typeof whom) => ({ what: `The clock agrees with ${whom[whose]}.` }),
    unknown: { what: 'Not checked, because neither Slack nor the onboarding service said what time it is.' },
    wrong: (minutes: number, isAhead: boolean, whose: keyof typeof whom) => ({
      what: `The clock of this machine is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${isAhead ? 'ahead of' : 'behind'} ${whom[whose]}.`,
      todo: 'Set the clock, and keep it right with NTP. With a wrong clock, reminders go out at the wrong time, and Slack’s requests are refused in HTTP mode.',
    }),
  },
  disk: {
    title: 'Disk space',
    fine: (megabytes: number) => ({ what: `${size(megabytes)} free where Frontdesk keeps its data.` }),
    low: (megabytes: number) => ({
      what: `Only ${size(megabytes)} free where Frontdesk keeps its data.`,
      todo: 'Make room, or move the data to a larger disk. On a full disk, Frontdesk can’t save new requests.',
    }),
    unknown: { what: 'Not checked, because the system doesn’t say how much is free.' },
  },
  key: {
    title: 'Encryption key',
    fine: { what: 'The saved admin token can be read.' },
    nothing: { what: 'No admin token is saved, so there’s nothing to decrypt.' },
    unreadable: {
      what: 'The saved admin token was encrypted with another key.',
      todo: 'Put the old FRONTDESK_SECRET or key file back. Or save the token again: npm run frontdesk -- token set',
    },
    missing: (path: string) => ({
      what: `The key file ${path} is missing, and the saved admin token was encrypted with that key.`,
      todo: 'Put the key file back from a backup. Or save the token again, which makes a new key: npm run frontdesk -- token set',
    }),
    broken: (path: string) => ({
      what: `The key file ${path} is empty or cut off, and the saved admin token was encrypted with that key.`,
      todo: 'Put the key file back from a backup. Or save the token again, which makes a new key: npm run frontdesk -- token set',
    }),
    closed: (path: string) => ({
      what: `The key file ${path} can’t be read by the user who runs this.`,
      todo: 'Run Frontdesk as the file’s owner, or give the file to that user (chown).',
    }),
    unused: {
      what: 'A saved admin token can’t be decrypted. It isn’t used, because ONBOARDING_API_TOKEN is set.',
      todo: 'Remove the saved one, if you don’t need it: npm run frontdesk -- token remove',
    },
  },
};

export const say = words({ en });
