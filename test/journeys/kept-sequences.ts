import type { Person, Values } from '../driver/person.ts';
import type { Service } from './office.ts';

export async function openSequences(person: Person) {
  await person.pressInHome('Sequences');
  await person.until(() => person.views().at(-1)?.buttons.includes('New sequence'));
}

export async function openSequence(person: Person, name: string) {
  await openSequences(person);
  await person.pressBeside(name);
  await person.untilView('Sequence');
}

export async function fillSequence(person: Person, name: string) {
  await openSequences(person);
  await person.fillIn('New sequence', { Name: name, Type: 'Onboarding' });
}

export async function makeSequence(person: Person, name: string) {
  await fillSequence(person, name);
  await person.send('Sequence');
}

export const lunch = { Days: '0', 'Who does it': 'Buddy', 'What to do': 'Have lunch together' };

export async function fillTask(person: Person, task: Values) {
  await person.fillIn('Add task', task, 'Task');
}

export async function addTask(person: Person, task: Values) {
  await fillTask(person, task);
  await person.send('Sequence');
}

export async function chooseStarters(person: Person, ...names: string[]) {
  await openSequences(person);
  await person.press('From a starter');
  await person.until(() => person.view().fields.Onboarding);
  await person.fill({ Onboarding: names });
}

export function taskLines(person: Person): string[] {
  return person.view().texts.filter((text) => / · .* · /.test(text));
}

export async function sequencesNamed({ url, token }: Service, wanted: string) {
  const headers = { authorization: `Token ${token}` };
  const answer = await fetch(`${url}/api/frontdesk/sequences/`, { headers });
  const all = (await answer.json()) as {
    id: number;
    name: string;
    archived: boolean;
    tasks: { day: number; owner: string; person: number | null; text: string }[];
  }[];
  return all.filter(({ name }) => name === wanted);
}
