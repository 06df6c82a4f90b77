import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { WorkspaceContent } from './workspace.ts';

/** The people and channels of a sandbox for which nobody named others: one of every role. */
export const defaultWorkspace = {
  people: [
    person('U0OLIVIA', 'olivia', 'Olivia Owner', { isOwner: true }),
    person('U0HANNAH', 'hannah', 'Hannah Hart', { isAdmin: true }),
    person('U0MARCO', 'marco', 'Marco Manager', {}),
    person('U0EMMA', 'emma', 'Emma Employee', {}),
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

function person(
  id: string,
  name: string,
  realName: string,
  role: { isOwner?: true; isAdmin?: true; isGuest?: true },
) {
  return { id, name, realName, email: `${name}@example.com`, timezone: 'Europe/Berlin', ...role };
}

const role = z.boolean().exactOptional();
const Workspace = z.strictObject({
  people: z.array(
    z.strictObject({
      id: z.string().regex(/^U[A-Z0-9]+$/, 'must be a user ID: U, then capital letters or digits'),
      name: z.string().regex(/^[\w.-]+$/),
      realName: z.string().min(1),
      email: z.string(),
      timezone: z.string(),
      title: z.string().exactOptional(),
      isAdmin: role,
      isOwner: role,
      isGuest: role,
      isUltraGuest: role,
      isBot: role,
      isDeleted: role,
      isStranger: role,
    }),
  ),
  channels: z.array(
    z.strictObject({
      id: z.string().regex(/^C[A-Z0-9]+$/, 'must be a channel ID: C, then capital letters or digits'),
      name: z.string().regex(/^[\w-]+$/),
      isPrivate: role,
      isArchived: role,
      members: z.array(z.string()),
      hasApp: role,
      isExtShared: role,
      isPendingExtShared: role,
      isOrgShared: role,
    }),
  ),
  userGroups: z
    .array(
      z.strictObject({ id: z.string(), handle: z.string(), name: z.string(), users: z.array(z.string()) }),
    )
    .default([]),
});

/** People and channels from a YAML file. Throws an `Error` that says what is wrong in it. */
export async function readWorkspace(path: string): Promise<WorkspaceContent> {
  const read = Workspace.safeParse(parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} isn’t a valid workspace file:\n${z.prettifyError(read.error)}`);
  return read.data;
}
