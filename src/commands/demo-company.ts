import type { SandboxOptions } from '../sandbox/sandbox.ts';
import { demoPeople } from '../service/demo.ts';

const cast = [
  { id: 'U0INES', email: 'ines.duarte@acme.example', isAdmin: true },
  { id: 'U0GRACE', email: 'grace.muthoni@acme.example' },
  { id: 'U0MARCUS', email: 'marcus.oyelaran@acme.example' },
  { id: 'U0LEILA', email: 'leila.haddad@acme.example' },
  { id: 'U0SOFIA', email: 'sofia.lindqvist@acme.example' },
] as const;

/** A guest from outside the company, without any access. */
const guest = {
  id: 'U0ROBIN',
  name: 'robin.guest',
  realName: 'Robin Hale (guest)',
  email: 'robin@agency.example',
  timezone: 'Europe/London',
  isGuest: true,
};

export const demoAccess = { hr: ['U0INES', 'U0GRACE'], managers: ['U0MARCUS', 'U0LEILA'] };

const ids: string[] = cast.map(({ id }) => id);

export const demoChannels = { hires: 'C0NEWHIRES', private: 'C0PEOPLEOPS' };

/** The demo company's Slack, with the same people (by email) as its onboarding service. */
export const demoWorkspace = {
  people: [...cast.map(asSandboxPerson), guest],
  channels: [
    { id: 'C0GENERAL', name: 'general', members: [...ids, guest.id], hasApp: true },
    { id: demoChannels.hires, name: 'new-hires', members: ids, hasApp: true },
    { id: demoChannels.private, name: 'people-ops', isPrivate: true, members: demoAccess.hr, hasApp: true },
  ],
} satisfies Pick<SandboxOptions, 'people' | 'channels'>;

function asSandboxPerson({ id, email, ...part }: (typeof cast)[number]) {
  const person = demoPeople.find((candidate) => candidate.email === email);
  if (!person) throw new Error(`${id} is nobody in the demo company.`);
  const name = email.slice(0, email.indexOf('@'));
  const realName = `${person.first_name} ${person.last_name}`;
  const { timezone = 'UTC', position: title = '' } = person;
  return { id, name, realName, email, timezone, title, ...part };
}
