import type { Role } from '../contract/employee.ts';
import type { CreateUser, NewPerson } from './people/create-user.ts';
import { Refusal } from './refusal.ts';
import { insertSequences, type NewSequence } from './sequences/sequences.ts';
import type { Db } from './storage/tables.ts';

/** Adds missing people and sequences. Returns how many of each. */
export async function seedDemo(db: Db, createUser: CreateUser) {
  let people = 0;
  for (const person of demoPeople) {
    const added = await createUser(person, null).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    if (added) people += 1;
  }
  const sequences = await insertSequences(db, demoSequences, { onlyMissing: true });
  return { people, sequences: sequences.length };
}

export const demoPeople: NewPerson[] = [
  person('Ines', 'Duarte', 1, 'Head of People', 'Europe/Lisbon'),
  person('Grace', 'Muthoni', 1, 'People Partner', 'Africa/Nairobi'),
  person('Marcus', 'Oyelaran', 2, 'Engineering Manager', 'Europe/London'),
  person('Yuki', 'Tanaka', 2, 'Design Lead', 'Asia/Tokyo'),
  person('Leila', 'Haddad', 2, 'Head of Sales', 'Europe/Paris'),
  person('Tomasz', 'Wiśniewski', 2, 'Platform Lead', 'Europe/Warsaw'),
  person('Priya', 'Raghavan', 2, 'Finance Director', 'Asia/Kolkata'),
  person('Caroline', 'Beaumont', 2, 'Support Manager', 'America/Toronto'),
  person('Sofia', 'Lindqvist', 3, 'Product Designer', 'Europe/Stockholm'),
  person('Ahmed', 'El-Sayed', 3, 'Backend Engineer', 'Africa/Cairo'),
  person('Mei', 'Chen', 3, 'Data Analyst', 'Asia/Singapore'),
  person('Diego', 'Fernández', 3, 'Account Executive', 'America/Mexico_City'),
  person('Amara', 'Okafor', 3, 'Frontend Engineer', 'Africa/Lagos'),
  person('Jonas', 'Müller', 3, 'Site Reliability Engineer', 'Europe/Berlin'),
  person('Fatima', 'Zahra', 3, 'Customer Success Manager', 'Africa/Casablanca'),
  person('Oliver', 'Bennett', 3, 'Recruiter', 'Europe/London'),
  person('Anika', 'Sharma', 3, 'Quality Engineer', 'Asia/Kolkata'),
  person('Lucas', 'Silva', 3, 'Solutions Engineer', 'America/Sao_Paulo'),
  person('Emma', 'de Vries', 3, 'Content Writer', 'Europe/Amsterdam'),
  person('Kwame', 'Mensah', 3, 'Security Engineer', 'Africa/Accra'),
  person('Hana', 'Novák', 3, 'Accountant', 'Europe/Prague'),
  person('Minh', 'Nguyễn', 3, 'Mobile Engineer', 'Asia/Ho_Chi_Minh'),
  person('Chloe', 'Williams', 3, 'Office Manager', 'Australia/Sydney'),
  person('Mateo', 'Rojas', 3, 'Support Specialist', 'America/Bogota'),
  person('Elif', 'Yılmaz', 3, 'Product Manager', 'Europe/Istanbul'),
  person('Noah', 'Cohen', 3, 'Machine Learning Engineer', 'Asia/Jerusalem'),
  person('Zanele', 'Dlamini', 3, 'Legal Counsel', 'Africa/Johannesburg'),
  person('Björn', 'Sigurðsson', 3, 'Backend Engineer', 'Atlantic/Reykjavik'),
  person('Isabella', 'Rossi', 3, 'Brand Designer', 'Europe/Rome'),
  person('Ravi', 'Perera', 3, 'Support Specialist', 'Asia/Colombo'),
  person('Siobhan', "O'Connell", 3, 'Payroll Specialist', 'Europe/Dublin'),
  person('Andrei', 'Popescu', 3, 'Frontend Engineer', 'Europe/Bucharest'),
  person('Naomi', 'Cruz', 3, 'Event Manager', 'Asia/Manila'),
  person('James', 'Whitehorse', 3, 'Systems Administrator', 'America/Denver'),
  person('Aroha', 'Ngata', 3, 'User Researcher', 'Pacific/Auckland'),
  person('Viktor', 'Kowalczuk', 3, 'Data Engineer', 'Europe/Kyiv'),
  person('Camille', 'Laurent', 3, 'Technical Writer', 'Europe/Paris'),
  person('Joon-ho', 'Park', 3, 'Sales Engineer', 'Asia/Seoul'),
  person('Rosa', 'Quispe', 3, 'Financial Analyst', 'America/Lima'),
  person('Daniel', 'Abebe', 3, 'Release Manager', 'Africa/Addis_Ababa'),
];

function person(first_name: string, last_name: string, role: Role, position: string, timezone: string) {
  const email = `${plain(first_name)}.${plain(last_name)}@acme.example`;
  return { first_name, last_name, email, role, position, timezone, start_day: '2024-03-01' };
}

function plain(name: string): string {
  const letters = name.toLowerCase().replaceAll('ı', 'i').replaceAll('ð', 'd').normalize('NFD');
  return letters.replace(/[^a-z]/g, '');
}

const demoSequences: NewSequence[] = [
  sequence('onboarding', 'Everybody’s first week', [
    { day: -7, owner: 'manager', text: 'Write to your new colleague: when to come, whom to ask for' },
    { day: -3, owner: 'hr', text: 'Prepare the contract, the badge and the payroll record' },
    { day: 0, owner: 'manager', text: 'Welcome them and go through the first week together' },
    { day: 0, owner: 'hire', text: 'Read the handbook and sign the code of conduct' },
    { day: 1, owner: 'buddy', text: 'Have lunch together' },
    { day: 4, owner: 'manager', text: 'Ask how the first week was' },
  ]),
  sequence('onboarding', 'Equipment for office people', [
    { day: -10, owner: 'hr', text: 'Order a laptop, a screen and a chair' },
    { day: -1, owner: 'hr', text: 'Set the desk up' },
    { day: 0, owner: 'hire', text: 'Check that everything works' },
  ]),
  sequence('onboarding', 'Equipment for remote people', [
    { day: -14, owner: 'hr', text: 'Ask for the delivery address and send the parcel' },
    { day: -2, owner: 'hr', text: 'Make sure that the parcel has arrived' },
    { day: 0, owner: 'buddy', text: 'Set the laptop up together in a call' },
  ]),
  sequence('onboarding', 'Engineering: from first commit to on call', [
    { day: 0, owner: 'buddy', text: 'Set the development environment up together' },
    { day: 2, owner: 'hire', text: 'Land a first change, however small' },
    { day: 14, owner: 'manager', text: 'Agree on goals for the first three months' },
    { day: 60, owner: 'buddy', text: 'Shadow an on-call week together' },
  ]),
  sequence('onboarding', 'Sales: product and first customers', [
    { day: 1, owner: 'hire', text: 'Take the product tour' },
    { day: 5, owner: 'buddy', text: 'Listen to three customer calls together' },
    { day: 20, owner: 'manager', text: 'Hand over the first accounts' },
  ]),
  sequence('onboarding', 'New manager', [
    { day: 3, owner: 'hr', text: 'Explain how reviews, leave and pay decisions work here' },
    { day: 7, owner: 'hire', text: 'Talk with everybody on the team alone' },
    { day: 30, owner: 'manager', text: 'Look back at the first month' },
  ]),
  sequence('onboarding', 'After ninety days', [
    { day: 80, owner: 'manager', text: 'Collect what colleagues say' },
    { day: 90, owner: 'manager', text: 'Hold the ninety-day review' },
    { day: 91, owner: 'hr', text: 'Confirm the end of the probation in writing' },
  ]),
  sequence('offboarding', 'Everybody who leaves', [
    { day: -14, owner: 'manager', text: 'Agree on what is handed over, to whom' },
    { day: -2, owner: 'hr', text: 'Hold the leaving conversation' },
    { day: 0, owner: 'manager', text: 'Say goodbye and collect badge and keys' },
    { day: 1, owner: 'hr', text: 'Close the accounts' },
    { day: 14, owner: 'hr', text: 'Send the reference and the last payslip' },
  ]),
  sequence('offboarding', 'Return of equipment', [
    { day: -5, owner: 'hr', text: 'Send a return label for the laptop' },
    { day: 7, owner: 'hr', text: 'Check that the laptop has arrived and wipe it' },
  ]),
  sequence('offboarding', 'Engineering: access and handover', [
    { day: -7, owner: 'manager', text: 'Move code ownership and on-call shifts to others' },
    { day: 0, owner: 'manager', text: 'Rotate the shared secrets this person knew' },
  ]),
  sequence('offboarding', 'Sales: hand over accounts', [
    { day: -10, owner: 'manager', text: 'Introduce the successor to every customer' },
    { day: -1, owner: 'manager', text: 'Move open deals to the successor' },
  ]),
  sequence('offboarding', 'End of a fixed-term contract', [
    { day: -30, owner: 'hr', text: 'Confirm the end of the contract in writing' },
    { day: -7, owner: 'manager', text: 'Decide what is finished and what is handed over' },
  ]),
];

function sequence(kind: NewSequence['kind'], name: string, tasks: NewSequence['tasks']): NewSequence {
  return { name, kind, tasks };
}
