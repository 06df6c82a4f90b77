import type { ModalView } from '@slack/types';
import { within } from '../../../time/clock.ts';
import type { Menu } from '../../menus.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import type { SlackGroups, UserGroup } from '../../slack/people/groups.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { type Entry, option, unavailable } from '../../slack/views/view.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { accessText, fixedNote, isLeft, savedPage, settingsForm, shownValue, variables } from './form.ts';
import { say } from './messages.ts';

/** Setting of people to setting of user groups. */
const lists = { hr: 'hrGroups', managers: 'managerGroups' } as const;
const listNames = ['hr', 'managers'] as const;

export async function accessForm(deps: SettingsDeps): Promise<ModalView> {
  const { access: labels } = say();
  const { access: fields } = settingsFields();
  const { settingsStore } = deps;
  const current = settingsStore.current();
  const all = [...current.hr, ...current.managers].some(isGroup) ? await groupsInTime(deps) : [];
  const entryOf = (id: string) => groupOption(all.find((group) => group.id === id) ?? { id, name: id });
  const blocks = listNames.flatMap((list) => {
    if (settingsStore.isFixed(list)) {
      const label = say().unreadable.names[list];
      const value = shownValue(list, current);
      return [fixedNote({ label, value, variable: variables[list] })];
    }
    const people = current[list].filter((id) => !isGroup(id));
    const groups = current[list].filter(isGroup).map(entryOf);
    return [fields.block(list, people, undefined), fields.block(lists[list], groups, undefined)];
  });
  return settingsForm('access', [paragraph(labels.intro), ...blocks]);
}

/** How long to wait for Slack's user groups, in milliseconds: the trigger id expires after three seconds. */
const patience = 1_000;

async function groupsInTime({ groups, clock }: SettingsDeps): Promise<UserGroup[]> {
  const all = groups.all().catch(() => []);
  return (await within(clock, patience, all)) ?? [];
}

function isGroup(id: string): boolean {
  return id.startsWith('S');
}

function groupOption({ id, name }: { id: string; name: string }): Entry {
  return option(name, id);
}

export async function groupsMenu({ groups }: SettingsDeps, query: string): Promise<Menu> {
  const { unknownGroups, noGroups } = say().access;
  const all = await groups.all().catch(() => undefined);
  if (!all) return { options: [option(unknownGroups, unavailable)] };
  const wanted = query.trim().toLowerCase();
  const matching = all.filter(({ name, handle }) => `${name} ${handle}`.toLowerCase().includes(wanted));
  if (matching.length === 0) return { options: [option(noGroups, unavailable)] };
  return { options: matching.slice(0, 100).map(groupOption) };
}

/** Saves the lists, unless only managers would be left or the user would lose their own access. */
export function receiveAccess(deps: SettingsDeps) {
  const { settingsStore, clock, groups } = deps;
  return async ({ ack, view, body }: FormArgs) => {
    const { nobody, yourself } = say().access;
    const fields = settingsFields().access;
    const values = fields.read(view.state.values);
    const changed = listNames.filter(
      (list) => !isLeft(list, [fields.idOf(list), fields.idOf(lists[list])], view, deps),
    );
    const chosen = (list: keyof typeof lists) => {
      if (settingsStore.isFixed(list) || !changed.includes(list)) return settingsStore.current()[list];
      const ofGroups = (values[lists[list]] ?? []).map(({ value }) => value);
      return [...(values[list] ?? []), ...ofGroups.filter((id) => id !== unavailable)];
    };
    const [hr, managers] = [chosen('hr'), chosen('managers')];
    const refuse = (sentence: string) => ack({ response_action: 'errors', errors: { hr: sentence } });
    const shutOut = hr.length > 0 && !(await isNamed(body.user.id, hr, groups));
    if (hr.length === 0 && managers.length > 0) return refuse(nobody);
    if (shutOut && !settingsStore.isFixed('hr')) return refuse(yourself);
    const wanted = Object.fromEntries(changed.map((list) => [list, chosen(list)]));
    await settingsStore.save(wanted, body.user.id, clock.now());
    const lines = [accessText(settingsStore.current())];
    await ack({ response_action: 'update', view: savedPage('access', lines) });
  };
}

async function isNamed(userId: string, ids: readonly string[], groups: SlackGroups): Promise<boolean> {
  if (ids.includes(userId)) return true;
  for (const id of ids.filter(isGroup)) if ((await groups.members(id)).has(userId)) return true;
  return false;
}
