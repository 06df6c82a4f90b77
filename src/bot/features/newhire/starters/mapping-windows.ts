import { hash } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { parsedJson } from '../../../../json.ts';
import { fold, perLanguage } from '../../../../language.ts';
import type { Bot } from '../../../bot.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { externalSelectField, textField } from '../../../slack/forms/field.ts';
import { type Menu, modal } from '../../../slack/modal.ts';
import { alert, paragraph } from '../../../slack/views/blocks.ts';
import { carriedBy, type Entry, option } from '../../../slack/views/view.ts';
import type { MenuOf } from '../../../slack/window.ts';
import { type Found, recordsIn, scalarsIn, valueAt } from '../../../starters/json-paths.ts';
import type { Mapping, StarterSource } from '../../../storage/starter-sources.ts';
import { newHireForms } from '../form/fields.ts';
import { say } from './messages.ts';
import { guessMapping, type MappedName, mappedNames } from './reading.ts';

/** The windows about sources open in each other's place. */
export const family = 'newhire_source';

/** The source, or a page that says that it is gone. */
export async function sourceOrGone(id: string, { starterSources }: Bot): Promise<StarterSource | ModalView> {
  const source = await starterSources.find(id);
  return source ?? outcomePage(say().source.title, [alert('warning', say().sources.gone)]);
}

export const OfSource = z.object({ id: z.string() });

/** Slack's limit of a text field. */
const longestExample = 3_000;

export const exampleWindow = modal({
  id: 'newhire_source_example',
  family,
  role: 'hr',
  metadata: OfSource,
  async facts(by: By<Bot>, { id }) {
    const source = await sourceOrGone(id, by);
    return 'type' in source ? source : { source };
  },
  title: () => say().mapping.exampleTitle,
  fields: () => ({
    example: textField({ label: say().mapping.example, multiline: true, most: longestExample }),
  }),
  open: () => ({ above: [paragraph(say().mapping.exampleIntro)] }),
  submit: {
    text: () => say().mapping.next,
    async run({ source }, { id }, { example }, by) {
      const { noJson, noExample } = say().mapping;
      const body = parsedJson(example ?? '{}');
      if (typeof body !== 'object' || body === null) return { errors: { example: noJson } };
      const event =
        example === undefined
          ? (await by.starterSources.events(id))[0]?.id
          : await by.starterSources.receive(source, example, true);
      if (event === undefined) return { errors: { example: noExample } };
      return mappingWindow.current({ id, event }, by);
    },
  },
});

const OfExample = OfSource.extend({ event: z.string() });
type OfExample = z.infer<typeof OfExample>;

interface Facts {
  source: StarterSource;
  found: readonly Found[];
}

type Name = MappedName | 'key';

const mappingFields = perLanguage(() => {
  const { key: label, keyHint: hint, byAddress } = say().mapping;
  const { table } = newHireForms();
  const fieldOf = (options: { label: string; hint?: string; required?: boolean }) =>
    externalSelectField<undefined>({ ...options, isOffered: () => true });
  const fields = mappedNames.map((name) => {
    const isPerson = name === 'manager' || name === 'buddy';
    return [name, fieldOf({ label: table[name].label, ...(isPerson && { hint: byAddress }) })];
  });
  return Object.fromEntries([['key', fieldOf({ label, hint, required: true })], ...fields]) as Record<
    Name,
    ReturnType<typeof fieldOf>
  >;
});

const names: readonly Name[] = ['key', ...mappedNames];

/** Where each field comes from, chosen from the values of an example. */
export const mappingWindow = modal({
  id: 'newhire_source_mapping',
  family,
  role: 'hr',
  metadata: OfExample,
  async facts(by: By<Bot>, { id, event }: OfExample): Promise<Facts | ModalView> {
    const source = await sourceOrGone(id, by);
    return 'type' in source ? source : { source, found: await foundIn(source, event, by) };
  },
  title: () => say().mapping.title,
  fields: () => mappingFields(),
  menus: Object.fromEntries(names.map((name) => [name, pathsMenu])),
  open({ source: { mapping }, found }) {
    const guessed = { ...(mapping.key === undefined ? guessMapping(found) : {}), ...mapping };
    const values = Object.fromEntries(
      found.flatMap((one) =>
        names.filter((name) => guessed[name] === one.pointer).map((name) => [name, entryOf(one)]),
      ),
    );
    return { above: [paragraph(say().mapping.intro)], values };
  },
  submit: {
    text: () => say().source.save,
    async run({ found }, { id }, values, by) {
      const { keyMissing, title, saved } = say().mapping;
      const chosen = (entry: Entry | undefined) => found.find((one) => entry?.value === idOf(one))?.pointer;
      const mapping: Mapping = Object.fromEntries(
        names.flatMap((name) => {
          const pointer = chosen(values[name]);
          return pointer === undefined ? [] : [[name, pointer]];
        }),
      );
      if (mapping.key === undefined) return { errors: { key: keyMissing } };
      const isThere = await by.starterSources.setMapping(id, mapping, by.viewer.userId);
      const said = isThere ? alert('success', saved) : alert('warning', say().sources.gone);
      return outcomePage(title, [said]);
    },
  },
});

/** Values of the example's first person, and earlier choices that it lacks. @param event that may be deleted by now */
async function foundIn(source: StarterSource, event: string, { starterSources }: Bot): Promise<Found[]> {
  const { id, mapping } = source;
  const [latest] = await starterSources.events(id);
  const example = (await starterSources.event(id, event)) ?? latest;
  const body = parsedJson(example?.body ?? '');
  const [record] = recordsIn(body, (one) =>
    mapping.key === undefined ? isLikelyRecord(one) : valueAt(one, mapping.key) !== undefined,
  );
  const found = scalarsIn(record);
  const before = Object.values(mapping).filter((pointer) => !found.some((one) => one.pointer === pointer));
  return [...found, ...before.map((pointer) => ({ pointer, text: '' }))];
}

/** Whether it has an id of its own, outside of any list. */
function isLikelyRecord(body: unknown): boolean {
  const { key } = guessMapping(scalarsIn(body).filter(({ pointer }) => !/\/\d+(?:\/|$)/.test(pointer)));
  return key !== undefined;
}

/** Short enough for a menu's value, and the same as long as the path is. */
function idOf({ pointer }: Found): string {
  return hash('sha256', pointer, 'base64url').slice(0, 22);
}

function entryOf(found: Found): Entry {
  const path = found.pointer.slice(1).replaceAll('/', '.');
  return option(say().mapping.entry(found.text, path), idOf(found));
}

/** Slack's limit of entries. */
const mostEntries = 100;

async function pathsMenu(...[by, query, view]: Parameters<MenuOf<By<Bot>>>): Promise<Menu> {
  const { data } = OfExample.safeParse(view ? carriedBy(view) : {});
  const source = data && (await by.starterSources.find(data.id));
  if (!source) return { options: [] };
  const wanted = fold(query.trim());
  const found = await foundIn(source, data.event, by);
  const fits = found.filter(({ pointer, text }) => fold(`${pointer} ${text}`).includes(wanted));
  return { options: fits.slice(0, mostEntries).map(entryOf) };
}
