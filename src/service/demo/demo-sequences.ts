import type { NewSequence } from '../sequences/sequences.ts';

export const demoSequences: NewSequence[] = [
  onboarding('Everybody’s first week', [
    { day: -7, owner: 'manager', text: 'Write to your new colleague: when to come, whom to ask for' },
    { day: -3, owner: 'hr', text: 'Prepare the contract, the badge and the payroll record' },
    { day: 0, owner: 'manager', text: 'Welcome them and go through the first week together' },
    { day: 0, owner: 'hire', text: 'Read the handbook and sign the code of conduct' },
    { day: 1, owner: 'buddy', text: 'Have lunch together' },
    { day: 4, owner: 'manager', text: 'Ask how the first week was' },
  ]),
  onboarding('Equipment for office people', [
    { day: -10, owner: 'hr', text: 'Order a laptop, a screen and a chair' },
    { day: -1, owner: 'hr', text: 'Set the desk up' },
    { day: 0, owner: 'hire', text: 'Check that everything works' },
  ]),
  onboarding('Equipment for remote people', [
    { day: -14, owner: 'hr', text: 'Ask for the delivery address and send the parcel' },
    { day: -2, owner: 'hr', text: 'Make sure that the parcel has arrived' },
    { day: 0, owner: 'buddy', text: 'Set the laptop up together in a call' },
  ]),
  onboarding('Engineering: from first commit to on call', [
    { day: 0, owner: 'buddy', text: 'Set the development environment up together' },
    { day: 2, owner: 'hire', text: 'Land a first change, however small' },
    { day: 14, owner: 'manager', text: 'Agree on goals for the first three months' },
    { day: 60, owner: 'buddy', text: 'Shadow an on-call week together' },
  ]),
  onboarding('Sales: product and first customers', [
    { day: 1, owner: 'hire', text: 'Take the product tour' },
    { day: 5, owner: 'buddy', text: 'Listen to three customer calls together' },
    { day: 20, owner: 'manager', text: 'Hand over the first accounts' },
  ]),
  onboarding('New manager', [
    { day: 3, owner: 'hr', text: 'Explain how reviews, leave and pay decisions work here' },
    { day: 7, owner: 'hire', text: 'Talk with everybody on the team alone' },
    { day: 30, owner: 'manager', text: 'Look back at the first month' },
  ]),
  onboarding('After ninety days', [
    { day: 80, owner: 'manager', text: 'Collect what colleagues say' },
    { day: 90, owner: 'manager', text: 'Hold the ninety-day review' },
    { day: 91, owner: 'hr', text: 'Confirm the end of the probation in writing' },
  ]),
  offboarding('Everybody who leaves', [
    { day: -14, owner: 'manager', text: 'Agree on what is handed over, to whom' },
    { day: -2, owner: 'hr', text: 'Hold the leaving conversation' },
    { day: 0, owner: 'manager', text: 'Say goodbye and collect badge and keys' },
    { day: 1, owner: 'hr', text: 'Close the accounts' },
    { day: 14, owner: 'hr', text: 'Send the reference and the last payslip' },
  ]),
  offboarding('Return of equipment', [
    { day: -5, owner: 'hr', text: 'Send a return label for the laptop' },
    { day: 7, owner: 'hr', text: 'Check that the laptop has arrived and wipe it' },
  ]),
  offboarding('Engineering: access and handover', [
    { day: -7, owner: 'manager', text: 'Move code ownership and on-call shifts to others' },
    { day: 0, owner: 'manager', text: 'Rotate the shared secrets this person knew' },
  ]),
  offboarding('Sales: hand over accounts', [
    { day: -10, owner: 'manager', text: 'Introduce the successor to every customer' },
    { day: -1, owner: 'manager', text: 'Move open deals to the successor' },
  ]),
  offboarding('End of a fixed-term contract', [
    { day: -30, owner: 'hr', text: 'Confirm the end of the contract in writing' },
    { day: -7, owner: 'manager', text: 'Decide what is finished and what is handed over' },
  ]),
];

function onboarding(name: string, tasks: NewSequence['tasks']): NewSequence {
  return { name, kind: 'onboarding', tasks };
}

function offboarding(name: string, tasks: NewSequence['tasks']): NewSequence {
  return { name, kind: 'offboarding', tasks };
}
