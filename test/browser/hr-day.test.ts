import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import type { Cleanup } from '../journeys/office.ts';
import { openWorld } from '../journeys/open-world.ts';
import { farewell, kit, withTasks } from '../journeys/task-office.ts';
import { hands, modal } from './hands.ts';
import { type Newcomer as Actor, main, message, take } from './newcomer.ts';
import { openPage, startBrowser } from './stage.ts';
import { inBrowser } from './use-stage.ts';

/** Presses of each step, as measured. None may grow. */
const mostPresses = {
  'adds a hire after a second look': { mouse: 11, keyboard: 7 },
  'changes the buddy, from the channel': { mouse: 7, keyboard: 6 },
  'moves the start day': { mouse: 5, keyboard: 4 },
  'reassigns a task': { mouse: 7, keyboard: 6 },
  'cancels the start': { mouse: 4, keyboard: 4 },
  'asks HR to approve an offboarding': { mouse: 10, keyboard: 6 },
  'asks the manager a question': { mouse: 4, keyboard: 3 },
  'answers the question': { mouse: 5, keyboard: 4 },
  'approves the offboarding': { mouse: 2, keyboard: 2 },
  'changes the last day': { mouse: 6, keyboard: 5 },
  'cancels the offboarding': { mouse: 4, keyboard: 4 },
};
type Step = keyof typeof mostPresses;

/** Messages of the day in each place, as measured; `shown` leaves out those that only a thread shows. None may grow. */
const mostMessages = {
  C0GENERAL: { all: 0, shown: 0 },
  C0NEWHIRES: { all: 3, shown: 1 },
  C0PEOPLEOPS: { all: 5, shown: 5 },
  D0INES: { all: 0, shown: 0 },
  D0GRACE: { all: 2, shown: 2 },
  D0MARCUS: { all: 7, shown: 7 },
  D0LEILA: { all: 3, shown: 3 },
  D0SOFIA: { all: 1, shown: 1 },
};

type Day = Awaited<ReturnType<typeof openDay>>;

async function openDay(cleanup: Cleanup, how: keyof typeof hands) {
  const env = { FRONTDESK_OFFBOARDING_APPROVAL: 'True' };
  const office = await openWorld(cleanup, { ...withTasks(), env });
  const browser = await startBrowser();
  cleanup.later(() => browser.close());
  const openAs = async (person: string) => {
    const { page, said } = await openPage(browser, `${office.sandbox.url}#/${person}/C0GENERAL`);
    return { page, said, hand: hands[how](page) };
  };
  const pressed = new Map<Step, number>();
  return {
    office,
    ines: await openAs('U0INES'),
    marcus: await openAs('U0MARCUS'),
    pressed,
    async count(step: Step, { page, hand }: Actor, work: () => Promise<void>): Promise<void> {
      const before = hand.presses();
      await work();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      pressed.set(step, hand.presses() - before);
      await office.allSent();
    },
  };
}

/** Opens a person's page in App Home, and the window of a button there. */
async function openFor({ page, hand }: Actor, name: string, button: string): Promise<void> {
  const details = main(page).getByRole('button', { name: `Details: ${name}` });
  await hand.press(details.first());
  await modal(page, 'Person').waitFor();
  await hand.press(modal(page, 'Person').getByRole('button', { name: button }));
  await modal(page, button).waitFor();
}

/** Submits the window, and waits for the text in the one that follows. */
async function submit({ page, hand }: Actor, button: string, title: string, text: string): Promise<void> {
  await hand.submit(button);
  await modal(page, title).getByText(text).first().waitFor();
}

/** Submits the window, and closes it with its result. */
async function finish(actor: Actor, button: string, title: string, text: string): Promise<void> {
  await submit(actor, button, title, text);
  await actor.hand.close('Close');
}

const untilHome = ({ page }: Actor, text: string) => main(page).getByText(text).first().waitFor();
const untilGone = ({ page }: Actor, text: string) =>
  main(page).getByText(text).first().waitFor({ state: 'detached' });

async function announceAndCancel({ office, ines, count }: Day): Promise<void> {
  const { page, hand } = ines;
  const { grace, leila, marcus, sofia } = office;
  await count('adds a hire after a second look', ines, async () => {
    await hand.command('/newhire Jane Doe jane@acme.example 2031-03-15');
    await modal(page, 'New hire').waitFor();
    await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
    await hand.choose('Buddy', 'grace', 'Grace Muthoni');
    await hand.choose('Sequences', 'kit', kit);
    await submit(ines, 'Add new hire', 'Check and add', 'The start day is on a weekend.');
    await finish(ines, 'Add', 'New hire added', 'Start day: Sat 15 Mar');
  });
  await grace.untilMessage('Jane Doe joins on Sat 15 Mar, with you as buddy.');

  await count('changes the buddy, from the channel', ines, async () => {
    await hand.press(page.getByRole('link', { name: 'Open Frontdesk Home' }));
    await openFor(ines, 'Jane Doe', 'Change manager or buddy');
    await hand.choose('Buddy', 'leila', 'Leila Haddad');
    await finish(ines, 'Save and notify', 'Change manager or buddy', 'buddy Leila Haddad.');
  });
  await grace.untilMessage('Leila Haddad takes over.');
  await leila.untilMessage('Jane Doe joins on Sat 15 Mar, with you as buddy.');

  await count('moves the start day', ines, async () => {
    await openFor(ines, 'Jane Doe', 'Move start day');
    await hand.type(page.getByLabel('New start day'), '03172031');
    await finish(ines, 'Save and notify', 'Move start day', 'moved from Sat 15 Mar to Mon 17');
  });
  await untilHome(ines, 'Starts Mon 17 Mar');
  await leila.untilMessage('Jane Doe’s start day moved from Sat 15 Mar to Mon 17 Mar.');

  await count('reassigns a task', ines, async () => {
    await openFor(ines, 'Jane Doe', 'Tasks');
    await hand.press(modal(page, 'Tasks').getByRole('button', { name: 'Reassign: Order a laptop' }));
    await modal(page, 'Reassign').waitFor();
    await hand.choose('Who does it', 'sofia', 'Sofia Lindqvist');
    await finish(ines, 'Reassign', 'Reassign', 'Reassigned to Sofia Lindqvist.');
  });
  await sofia.untilMessage('Task: Order a laptop (Jane Doe)');

  await count('cancels the start', ines, async () => {
    await openFor(ines, 'Jane Doe', 'Cancel start');
    await finish(ines, 'Save and notify', 'Cancel start', 'Jane Doe won’t start.');
  });
  await untilGone(ines, 'Jane Doe');
  for (const person of [leila, marcus]) await person.untilMessage('Jane Doe won’t start.');
}

async function askAndApprove({ office, ines, marcus, count }: Day): Promise<void> {
  await count('asks HR to approve an offboarding', marcus, async () => {
    await marcus.hand.command('/offboard');
    await modal(marcus.page, 'Start offboarding').waitFor();
    await marcus.hand.choose('Employee', 'sofia', 'Sofia Lindqvist');
    await marcus.hand.type(marcus.page.getByLabel('Last day'), '03312031');
    await take(marcus, 'Offboarding sequences', 'return of things', farewell);
    await submit(marcus, 'Continue', 'Check and start', 'HR has to approve this first.');
    await finish(marcus, 'Ask HR', 'Waiting for HR', 'You’ll get a message when HR decides.');
  });
  await untilHome(ines, 'Needs your answer');
  await untilHome(ines, 'Leaving Mon 31 Mar · @Marcus Oyelaran asks');

  await count('asks the manager a question', ines, async () => {
    await ines.hand.press(main(ines.page).getByRole('button', { name: 'Ask a question' }));
    const window = modal(ines.page, 'Ask a question');
    await ines.hand.type(window.getByRole('textbox', { name: 'Question' }), 'Who takes over?');
    await finish(ines, 'Send', 'Ask a question', 'Your question goes to @Marcus Oyelaran.');
  });
  await count('answers the question', marcus, async () => {
    const question = await message(marcus, 'HR has a question about Sofia Lindqvist’s offboarding.');
    await question.getByText('asked: Who takes over?').waitFor();
    await marcus.hand.press(question.getByRole('button', { name: 'Answer' }));
    const window = modal(marcus.page, 'Answer');
    await marcus.hand.type(window.getByRole('textbox', { name: 'Answer' }), 'I do.');
    await finish(marcus, 'Send', 'Answer', 'Your answer goes to HR.');
  });
  await office.ines.untilMessage('answered: I do.', 'C0PEOPLEOPS');

  await count('approves the offboarding', ines, async () => {
    await ines.hand.press(main(ines.page).getByRole('button', { name: 'Approve' }));
    await ines.hand.press(ines.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }));
    await untilGone(ines, 'Needs your answer');
  });
  await untilHome(ines, 'Leaving Mon 31 Mar');
  await office.marcus.untilMessage('Sofia Lindqvist’s offboarding has started.');
}

async function changeAndCancel({ office, ines, count }: Day): Promise<void> {
  await count('changes the last day', ines, async () => {
    await openFor(ines, 'Sofia Lindqvist', 'Change last day');
    await ines.hand.type(modal(ines.page, 'Change last day').getByLabel('Last day'), '04042031');
    await submit(ines, 'Continue', 'Change last day', 'Last day until now: Mon 31 Mar.');
    await finish(ines, 'Change last day', 'Offboarding changed', 'was changed to Fri 4 Apr.');
  });
  await untilHome(ines, 'Leaving Fri 4 Apr');
  await office.marcus.untilMessage('Sofia Lindqvist’s last day was changed to Fri 4 Apr.');

  await count('cancels the offboarding', ines, async () => {
    await openFor(ines, 'Sofia Lindqvist', 'Cancel offboarding');
    await finish(ines, 'Save and notify', 'Cancel offboarding', 'offboarding is cancelled.');
  });
  await untilGone(ines, 'Sofia Lindqvist');
  await office.marcus.untilMessage('Sofia Lindqvist’s offboarding is cancelled.');
}

inBrowser('an HR day', () => {
  const cleanup = useCleanup();

  it.each(['mouse', 'keyboard'] as const)(
    'takes no more presses by %s, and no more messages',
    async (how) => {
      const day = await openDay(cleanup, how);
      await announceAndCancel(day);
      await askAndApprove(day);
      await changeAndCancel(day);

      expect([...day.pressed].filter(([step, count]) => count > mostPresses[step][how])).toEqual([]);
      for (const [place, most] of Object.entries(mostMessages)) {
        const all = day.office.sandbox.messages(place);
        const shown = all.filter(({ threadTs, isBroadcast }) => threadTs === undefined || isBroadcast);
        expect(all.length, place).toBeLessThanOrEqual(most.all);
        expect(shown.length, place).toBeLessThanOrEqual(most.shown);
      }
      expect([...day.ines.said, ...day.marcus.said]).toEqual([]);
    },
  );
});
