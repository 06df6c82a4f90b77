import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { SandboxChannel } from './channels.ts';
import { SandboxPerson, SandboxUserGroup } from './people.ts';

export const defaultWorkspace = {
  people: [
    person('U0OLIVIA', 'olivia', 'Olivia Owner', { isOwner: true }),
    person('U0HANNAH', 'hannah', 'Hannah Hart', { isAdmin: true }),
    person('U0MARCO', 'marco', 'Marco Manager'),
    person('U0EMMA', 'emma', 'Emma Employee'),
    person('U0GIL', 'gil', 'Gil Guest', { isGuest: true }),
  ],
  channels: [
    {
      id: 'C0GENERAL',
      name: 'general',
      members: ['U0OLIVIA', 'U0HANNAH', 'U0MARCO', 'U0EMMA', 'U0GIL'],
      hasApp: true,
    },
    { id: 'C0PEOPLE', name: 'people-team', isPrivate: true, members: ['U0OLIVIA', 'U0HANNAH'], hasApp: true },
    { id: 'C0RANDOM', name: 'random', members: ['U0OLIVIA', 'U0MARCO', 'U0EMMA'] },
  ],
  userGroups: [{ id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0HANNAH'] }],
} satisfies WorkspaceContent;

function person(id: string, name: string, realName: string, role: Partial<SandboxPerson> = {}) {
  return { id, name, realName, email: `${name}@example.com`, timezone: 'Europe/Berlin', ...role };
}

export type WorkspaceContent = z.input<typeof WorkspaceContent>;
const WorkspaceContent = z.strictObject({
  people: z.array(SandboxPerson),
  channels: z.array(SandboxChannel),
  userGroups: z.array(SandboxUserGroup).optional(),
});

/**
 * Reads people and channels from a YAML file.
 * @throws an `Error` that says what is wrong in it
 */
export async function readWorkspace(path: string): Promise<WorkspaceContent> {
  const read = WorkspaceContent.safeParse(parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} isn’t a valid workspace file:\n${z.prettifyError(read.error)}`);
  return read.data;
}
