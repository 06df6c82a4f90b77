import { interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import type { Person } from '../driver/person.ts';

/** Presses a button by its accessibility label, since several have the same text. */
export async function pressSpoken(
  person: Person,
  spoken: string,
  { confirm, nth = 0 }: { confirm?: boolean; nth?: number } = {},
) {
  const target = await person.until(({ views, home }) => {
    const top = views.at(-1);
    const open = top ?? home;
    const found = interactiveIn(open?.blocks ?? []).filter(
      ({ element }) => element.type === 'button' && element.accessibility_label === spoken,
    )[nth];
    const place = top ? ({ in: 'view', viewId: top.id } as const) : ({ in: 'home' } as const);
    return found && { place, blockId: found.blockId, actionId: found.actionId };
  });
  return person.do({ verb: 'press', ...target, ...(confirm !== undefined && { confirmed: confirm }) });
}

export function pageText(person: Person): string {
  return person.screen().views.length === 0 ? '' : person.view().texts.join('\n');
}

/** Waits until the top window contains the words. */
export function untilPage(person: Person, words: string | RegExp) {
  const fits = (text: string) => (words instanceof RegExp ? words.test(text) : text.includes(words));
  return person.until(() => fits(pageText(person)) && person.view());
}

export function homeText(person: Person): string {
  return person.home()?.texts.join('\n') ?? '';
}

export function untilHome(person: Person, words: string | RegExp) {
  const fits = (text: string) => (words instanceof RegExp ? words.test(text) : text.includes(words));
  return person.until(() => fits(homeText(person)));
}
