import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { startDrivenSandbox } from '../../driver/sandbox.ts';
import { manifest } from './bare-app.ts';

export const sample = {
  port: 0,
  manifest,
  people: [
    {
      id: 'U1',
      name: 'alice',
      realName: 'Alice Ames',
      email: 'alice@acme.com',
      timezone: 'Europe/Berlin',
      isOwner: true,
    },
    { id: 'U2', name: 'bob', realName: 'Bob Byrne', email: 'bob@acme.com', timezone: 'America/New_York' },
    {
      id: 'U3',
      name: 'gone',
      realName: 'Gus Gone',
      email: 'gone@acme.com',
      timezone: 'UTC',
      isDeleted: true,
    },
  ],
  channels: [
    { id: 'C1', name: 'general', members: ['U1', 'U2'], hasApp: true },
    { id: 'C2', name: 'random', members: ['U1'] },
    { id: 'C3', name: 'secret', isPrivate: true, members: ['U1'] },
    { id: 'C4', name: 'old', isArchived: true, members: ['U1'], hasApp: true },
  ],
  userGroups: [{ id: 'S1', handle: 'hr', name: 'HR', users: ['U1'] }],
} satisfies SandboxOptions;

export function startSample(options: Partial<SandboxOptions> = {}) {
  return startDrivenSandbox({ ...sample, ...options });
}
