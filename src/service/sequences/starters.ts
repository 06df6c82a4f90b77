import type { Starter } from '../../contract/additions/sequences.ts';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Queries } from '../storage/tables.ts';

export async function listStarters(queries: Queries): Promise<Starter[]> {
  const rows = await queries
    .selectFrom('sequences')
    .select(['id', 'name', 'kind'])
    .where(
      'name',
      'in',
      starterSequences.map(({ name }) => name),
    )
    .orderBy('id')
    .execute();
  return starterSequences.map((starter) => {
    const found = rows.find(({ name, kind }) => name === starter.name && kind === starter.kind);
    return { ...starter, added: found?.id ?? null };
  });
}

type StarterSequence = Omit<Starter, 'added'>;

type Task = Omit<Starter['tasks'][number], 'person'>;

/** Typical sequences for arrivals and departures. Days count from the start day or the last day. */
export const starterSequences: readonly StarterSequence[] = [
  starter('first-week', 'onboarding', 'First week', [
    {
      day: -5,
      owner: 'hr',
      text: 'Check that the signed contract, the tax details and the bank details are here',
    },
    { day: -3, owner: 'hr', text: 'Email the new hire: when to come, whom to ask for, what to bring' },
    { day: 0, owner: 'hr', text: 'Welcome the new hire and go through the first day together' },
    { day: 0, owner: 'hire', text: 'Read the employee handbook and sign the policies' },
    { day: 1, owner: 'hire', text: 'Set up your profiles: photo, phone number, emergency contact' },
    { day: 2, owner: 'hire', text: 'Do the security and data protection training' },
    { day: 4, owner: 'hr', text: 'Ask how the first week went and what is missing' },
    { day: 4, owner: 'hire', text: 'Write down what confused you this week, so we can improve it' },
  ]),
  starter('engineering', 'onboarding', 'Engineering: laptop and accounts', [
    { day: -10, owner: 'hr', text: 'Order the laptop and the accessories' },
    { day: -3, owner: 'manager', text: 'Ask IT for the accounts: email, chat, code, issue tracker, cloud' },
    {
      day: -1,
      owner: 'hr',
      text: 'Check that the laptop is set up and encrypted, and that the accounts work',
    },
    { day: 0, owner: 'hire', text: 'Sign in everywhere and turn on two-factor authentication' },
    { day: 1, owner: 'buddy', text: 'Set up the development environment together' },
    {
      day: 2,
      owner: 'manager',
      text: 'Walk through the architecture, the code and how changes are released',
    },
    { day: 4, owner: 'hire', text: 'Get a first small change reviewed and released' },
    {
      day: 30,
      owner: 'manager',
      text: 'Review the access rights: add what is missing, remove what is not needed',
    },
  ]),
  starter('manager', 'onboarding', 'Manager’s list', [
    { day: -7, owner: 'manager', text: 'Choose a buddy and tell them what you expect of them' },
    { day: -5, owner: 'manager', text: 'Plan the first two weeks and put the meetings in the calendar' },
    { day: -2, owner: 'manager', text: 'Tell the team who is starting, when, and in which role' },
    { day: 0, owner: 'manager', text: 'Have a first one-to-one: role, team, how you work together' },
    { day: 5, owner: 'manager', text: 'Agree on goals for the first 30 days' },
    { day: 30, owner: 'manager', text: 'Talk about the first month and agree on goals for day 60' },
    { day: 60, owner: 'manager', text: 'Give feedback in both directions and agree on goals for day 90' },
    { day: 85, owner: 'manager', text: 'Decide about the probation period and tell HR' },
  ]),
  starter('buddy', 'onboarding', 'Buddy’s list', [
    { day: -2, owner: 'buddy', text: 'Say hello by email or chat before the first day' },
    { day: 0, owner: 'buddy', text: 'Show where everything is and introduce the people nearby' },
    { day: 1, owner: 'buddy', text: 'Have lunch or a coffee together' },
    {
      day: 3,
      owner: 'buddy',
      text: 'Explain how things are really done here: channels, meetings, unwritten rules',
    },
    { day: 7, owner: 'buddy', text: 'Introduce the new hire to three people outside the team' },
    { day: 14, owner: 'buddy', text: 'Ask what is still unclear and help to find the answer' },
    { day: 30, owner: 'buddy', text: 'Have a last catch-up and ask for feedback on the first month' },
  ]),
  starter('remote', 'onboarding', 'Remote start', [
    { day: -14, owner: 'hr', text: 'Ask for the delivery address and send the equipment' },
    { day: -3, owner: 'hr', text: 'Check that the parcel has arrived' },
    { day: -2, owner: 'manager', text: 'Send the video links and the schedule of the first day' },
    { day: 0, owner: 'manager', text: 'Start the first day together in a video call' },
    { day: 0, owner: 'buddy', text: 'Set up the laptop together in a call' },
    { day: 1, owner: 'hire', text: 'Check your home workplace: desk, chair, screen, connection' },
    { day: 2, owner: 'buddy', text: 'Have a virtual coffee with the team' },
    { day: 5, owner: 'manager', text: 'Ask how working remotely feels and what is missing' },
    { day: 30, owner: 'hr', text: 'Plan a first visit to the office or a team meeting in person' },
  ]),
  starter('last-day', 'offboarding', 'Last day', [
    { day: -14, owner: 'hr', text: 'Confirm the last day, the remaining leave and the notice in writing' },
    { day: -7, owner: 'hr', text: 'Invite the employee to an exit interview' },
    { day: -5, owner: 'manager', text: 'Agree with the employee when and how to tell the team' },
    { day: -2, owner: 'hr', text: 'Hold the exit interview' },
    { day: 0, owner: 'manager', text: 'Say thank you and goodbye' },
    { day: 0, owner: 'hr', text: 'Close the accounts and end building access at the end of the day' },
    {
      day: 1,
      owner: 'hr',
      text: 'Remove the employee from mailing lists, channels and the organization chart',
    },
    { day: 7, owner: 'hr', text: 'Send the final payslip, the certificate of employment and the reference' },
  ]),
  starter('handover', 'offboarding', 'Knowledge handover', [
    { day: -14, owner: 'manager', text: 'List what has to be handed over and decide who takes over what' },
    { day: -10, owner: 'manager', text: 'Plan the handover meetings' },
    {
      day: -7,
      owner: 'manager',
      text: 'Check that open projects, contacts and recurring tasks are written down',
    },
    { day: -5, owner: 'manager', text: 'Introduce the successor to customers and partners' },
    {
      day: -3,
      owner: 'manager',
      text: 'Transfer documents, calendars, meetings and ownership of shared accounts',
    },
    { day: -1, owner: 'manager', text: 'Go through the list together and close what is left' },
    { day: 14, owner: 'manager', text: 'Ask the successor what is missing' },
  ]),
  starter('equipment', 'offboarding', 'Return of equipment', [
    {
      day: -7,
      owner: 'hr',
      text: 'Send the list of what has to be returned: laptop, phone, badge, keys, cards',
    },
    { day: -5, owner: 'hr', text: 'Send a prepaid box to people who work remotely' },
    { day: 0, owner: 'manager', text: 'Collect laptop, phone, badge, keys and company cards' },
    { day: 2, owner: 'hr', text: 'Check everything against the list and confirm the return in writing' },
    { day: 7, owner: 'hr', text: 'Have the devices wiped and update the inventory' },
    { day: 14, owner: 'hr', text: 'Follow up on what has not come back' },
  ]),
];

function starter(key: string, kind: SequenceKind, name: string, tasks: Task[]): StarterSequence {
  return { key, name, kind, tasks: tasks.map((task) => ({ ...task, person: null })) };
}
