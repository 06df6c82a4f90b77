import { interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import { textsIn } from '../driver/read-blocks.ts';
import type { Office } from './office.ts';

export type Actor = Office['ines'];

export async function openSequences(person: Actor) {
  await person.closeAll();
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Sequences'));
  await person.press('Sequences');
  await person.until(() => person.views().at(-1)?.buttons.includes('New sequence'));
  return person.view();
}

export async function pressBeside(person: Actor, line: string) {
  const view = person.screen().views.at(-1);
  const found = interactiveIn(view?.blocks ?? []).find(
    ({ block }) => block.type === 'section' && textsIn([block]).some((text) => text.startsWith(line)),
  );
  if (!view || !found) throw new Error(`no line begins with “${line}”: ${person.view().texts.join('\n')}`);
  const { blockId, actionId } = found;
  return person.do({ verb: 'press', place: { in: 'view', viewId: view.id }, blockId, actionId });
}

export async function openSequence(person: Actor, name: string) {
  await openSequences(person);
  await pressBeside(person, name);
  return person.untilView('Sequence');
}

export async function makeSequence(person: Actor, name: string, kind = 'People who start') {
  await openSequences(person);
  await person.press('New sequence');
  await person.untilView('New sequence');
  await person.fill({ Name: name, 'What it’s for': kind });
  await person.submit();
  return person.untilView('Sequence');
}

/** Fields of the task form, by label. */
export interface TypedTask {
  Days: string;
  'Before or after'?: string;
  'Who does it': string;
  'Named person'?: string;
  'What to do': string;
}

/** Fills in the form for a new task, without submitting it. */
export async function fillTask(person: Actor, task: TypedTask) {
  await person.press('Add task');
  await person.untilView('Task');
  await person.fill({ ...task });
}

export async function addTask(person: Actor, task: TypedTask) {
  await fillTask(person, task);
  await person.submit();
  return person.untilView('Sequence');
}

export function shownText(person: Actor): string {
  return person.view().texts.join('\n');
}

export function taskLines(person: Actor): string[] {
  return person.view().texts.filter((text) => / · .* · /.test(text));
}

export async function sequencesOf(service: { url: string; token: string }) {
  const headers = { authorization: `Token ${service.token}` };
  const answer = await fetch(`${service.url}/api/frontdesk/sequences/`, { headers });
  return (await answer.json()) as {
    id: number;
    version: number;
    name: string;
    archived: boolean;
    tasks: { day: number; owner: string; person: number | null; text: string }[];
  }[];
}

export async function sequenceNamed(service: { url: string; token: string }, name: string) {
  return (await sequencesOf(service)).find((one) => one.name === name);
}
