import type { SequenceKind, Starter, TaskOwner } from '../../contract/sequence.ts';
import type { Queries } from '../storage/tables.ts';

export async function listStarters(queries: Queries): Promise<Starter[]> {
  const names = starterSequences.map(({ name }) => name);
  const rows = await queries
    .selectFrom('sequences')
    .select(['id', 'name', 'kind'])
    .where('name', 'in', names)
    .orderBy('id')
    .execute();
  return starterSequences.map((starter) => {
    const found = rows.find(({ name, kind }) => name === starter.name && kind === starter.kind);
    return { ...starter, added: found?.id ?? null };
  });
}

type StarterSequence = Omit<Starter, 'added'>;

type Task = [day: number, owner: TaskOwner, text: string];

/** Typical sequences for arrivals and departures. Days count from the start day or the last day. */
export const starterSequences: readonly StarterSequence[] = [
  starter('first-week', 'onboarding', 'First week', [
    [-5, 'hr', 'Check that the signed contract, the tax details and the bank details are here'],
    [-3, 'hr', 'Email the new hire: when to come, whom to ask for, what to bring'],
    [0, 'hr', 'Welcome the new hire and go through the first day together'],
    [0, 'hire', 'Read the employee handbook and sign the policies'],
    [1, 'hire', 'Set up your profiles: photo, phone number, emergency contact'],
    [2, 'hire', 'Do the security and data protection training'],
    [4, 'hr', 'Ask how the first week went and what is missing'],
    [4, 'hire', 'Write down what confused you this week, so we can improve it'],
  ]),
  starter('engineering', 'onboarding', 'Engineering: laptop and accounts', [
    [-10, 'hr', 'Order the laptop and the accessories'],
    [-3, 'manager', 'Ask IT for the accounts: email, chat, code, issue tracker, cloud'],
    [-1, 'hr', 'Check that the laptop is set up and encrypted, and that the accounts work'],
    [0, 'hire', 'Sign in everywhere and turn on two-factor authentication'],
    [1, 'buddy', 'Set up the development environment together'],
    [2, 'manager', 'Walk through the architecture, the code and how changes are released'],
    [4, 'hire', 'Get a first small change reviewed and released'],
    [30, 'manager', 'Review the access rights: add what is missing, remove what is not needed'],
  ]),
  starter('manager', 'onboarding', 'Manager’s list', [
    [-7, 'manager', 'Choose a buddy and tell them what you expect of them'],
    [-5, 'manager', 'Plan the first two weeks and put the meetings in the calendar'],
    [-2, 'manager', 'Tell the team who is starting, when, and in which role'],
    [0, 'manager', 'Have a first one-to-one: role, team, how you work together'],
    [5, 'manager', 'Agree on goals for the first 30 days'],
    [30, 'manager', 'Talk about the first month and agree on goals for day 60'],
    [60, 'manager', 'Give feedback in both directions and agree on goals for day 90'],
    [85, 'manager', 'Decide about the probation period and tell HR'],
  ]),
  starter('buddy', 'onboarding', 'Buddy’s list', [
    [-2, 'buddy', 'Say hello by email or chat before the first day'],
    [0, 'buddy', 'Show where everything is and introduce the people nearby'],
    [1, 'buddy', 'Have lunch or a coffee together'],
    [3, 'buddy', 'Explain how things are really done here: channels, meetings, unwritten rules'],
    [7, 'buddy', 'Introduce the new hire to three people outside the team'],
    [14, 'buddy', 'Ask what is still unclear and help to find the answer'],
    [30, 'buddy', 'Have a last catch-up and ask for feedback on the first month'],
  ]),
  starter('remote', 'onboarding', 'Remote start', [
    [-14, 'hr', 'Ask for the delivery address and send the equipment'],
    [-3, 'hr', 'Check that the parcel has arrived'],
    [-2, 'manager', 'Send the video links and the schedule of the first day'],
    [0, 'manager', 'Start the first day together in a video call'],
    [0, 'buddy', 'Set up the laptop together in a call'],
    [1, 'hire', 'Check your home workplace: desk, chair, screen, connection'],
    [2, 'buddy', 'Have a virtual coffee with the team'],
    [5, 'manager', 'Ask how working remotely feels and what is missing'],
    [30, 'hr', 'Plan a first visit to the office or a team meeting in person'],
  ]),
  starter('last-day', 'offboarding', 'Last day', [
    [-14, 'hr', 'Confirm the last day, the remaining leave and the notice in writing'],
    [-7, 'hr', 'Invite the employee to an exit interview'],
    [-5, 'manager', 'Agree with the employee when and how to tell the team'],
    [-2, 'hr', 'Hold the exit interview'],
    [0, 'manager', 'Say thank you and goodbye'],
    [0, 'hr', 'Close the accounts and end building access at the end of the day'],
    [1, 'hr', 'Remove the employee from mailing lists, channels and the organization chart'],
    [7, 'hr', 'Send the final payslip, the certificate of employment and the reference'],
  ]),
  starter('handover', 'offboarding', 'Knowledge handover', [
    [-14, 'manager', 'List what has to be handed over and decide who takes over what'],
    [-10, 'manager', 'Plan the handover meetings'],
    [-7, 'manager', 'Check that open projects, contacts and recurring tasks are written down'],
    [-5, 'manager', 'Introduce the successor to customers and partners'],
    [-3, 'manager', 'Transfer documents, calendars, meetings and ownership of shared accounts'],
    [-1, 'manager', 'Go through the list together and close what is left'],
    [14, 'manager', 'Ask the successor what is missing'],
  ]),
  starter('equipment', 'offboarding', 'Return of equipment', [
    [-7, 'hr', 'Send the list of what has to be returned: laptop, phone, badge, keys, cards'],
    [-5, 'hr', 'Send a prepaid box to people who work remotely'],
    [0, 'manager', 'Collect laptop, phone, badge, keys and company cards'],
    [2, 'hr', 'Check everything against the list and confirm the return in writing'],
    [7, 'hr', 'Have the devices wiped and update the inventory'],
    [14, 'hr', 'Follow up on what has not come back'],
  ]),
];

function starter(key: string, kind: SequenceKind, name: string, tasks: Task[]): StarterSequence {
  return { key, name, kind, tasks: tasks.map(([day, owner, text]) => ({ day, owner, person: null, text })) };
}
