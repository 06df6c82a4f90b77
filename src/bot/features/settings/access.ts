import type { InputBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { within } from '../../../time/clock.ts';
import type { FeatureDeps } from '../../feature.ts';
import type { Menu } from '../../menus.ts';
import type { FormArgs } from '../../requests/form-answer.ts';
import type { UserGroup } from '../../slack/people/groups.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { input, option, readForm, unavailable } from '../../slack/views/inputs.ts';
import { elementId, fields } from './fields.ts';
import { settingsForm, unlessFixed } from './form.ts';
import { access as words } from './messages.ts';

/** Who is HR and who is a manager: people and user groups. */
export async function accessForm(deps: FeatureDeps): Promise<ModalView> {
  const { settingsStore } = deps;
  const { hr, managers } = settingsStore.current();
  const all = [...hr, ...managers].some(isGroup) ? await groupsInTime(deps) : [];
  const entries = (ids: readonly string[]) =>
    ids.filter(isGroup).map((id) => groupOption(all.find((group) => group.id === id) ?? { id, name: id }));
  return settingsForm('access', [
    paragraph(words.intro),
    unlessFixed(settingsStore.isFixed('hr'), words.hr, peopleField(fields.hr, words.hr, hr)),
    ...(settingsStore.isFixed('hr') ? [] : [groupsField(fields.hrGroups, words.hrGroups, entries(hr))]),
    unlessFixed(
      settingsStore.isFixed('managers'),
      words.managers,
      peopleField(fields.managers, words.managers, managers),
    ),
    ...(settingsStore.isFixed('managers')
      ? []
      : [groupsField(fields.managerGroups, words.managerGroups, entries(managers))]),
  ]);
}

/** How long Slack may take to name the groups, in milliseconds: the trigger lives three seconds. */
const patience = 1_000;

/** Every group, or none when Slack does not tell in time: a chosen one then stands there by its id. */
async function groupsInTime({ groups, clock }: FeatureDeps): Promise<UserGroup[]> {
  const none: UserGroup[] = [];
  return (
    (await within(
      clock,
      patience,
      groups.all().catch(() => none),
    )) ?? none
  );
}

function peopleField(id: string, label: string, ids: readonly string[]): InputBlock {
  const people = ids.filter((one) => !isGroup(one));
  return input({
    id,
    label,
    optional: true,
    element: {
      type: 'multi_users_select',
      action_id: elementId(id),
      ...(people.length > 0 && { initial_users: people }),
    },
  });
}

function groupsField(id: string, label: string, chosen: PlainTextOption[]): InputBlock {
  return input({
    id,
    label,
    optional: true,
    element: {
      type: 'multi_external_select',
      action_id: elementId(id),
      min_query_length: 0,
      ...(chosen.length > 0 && { initial_options: chosen }),
    },
  });
}

function isGroup(id: string): boolean {
  return id.startsWith('S');
}

function groupOption({ id, name }: { id: string; name: string }): PlainTextOption {
  return option(name, id);
}

/** The user groups whose name has what was typed. */
export async function groupsMenu({ groups }: FeatureDeps, query: string): Promise<Menu> {
  const all = await groups.all().catch(() => undefined);
  if (!all) return { options: [option(words.unknownGroups, unavailable)] };
  const wanted = query.trim().toLowerCase();
  const matching = all.filter(({ name, handle }) => `${name} ${handle}`.toLowerCase().includes(wanted));
  if (matching.length === 0) return { options: [option(words.noGroups, unavailable)] };
  return { options: matching.slice(0, 100).map(groupOption) };
}

const UsersState = z.record(
  z.string(),
  z.record(z.string(), z.object({ selected_users: z.array(z.string()).nullish() })),
);

/** Stores the lists, unless that would leave nobody who could change them. */
export function receiveAccess({ settingsStore, clock, groups }: FeatureDeps) {
  return async ({ ack, view, body }: FormArgs) => {
    const form = readForm(view.state.values);
    const users = UsersState.parse(view.state.values);
    const chosen = (people: string, ofGroups: string) => [
      ...Object.values(users[people] ?? {}).flatMap(({ selected_users }) => selected_users ?? []),
      ...form.choices(ofGroups).flatMap(({ value }) => (value === unavailable ? [] : [value])),
    ];
    const hr = settingsStore.isFixed('hr') ? settingsStore.current().hr : chosen(fields.hr, fields.hrGroups);
    const managers = settingsStore.isFixed('managers')
      ? settingsStore.current().managers
      : chosen(fields.managers, fields.managerGroups);
    const shutOut = hr.length > 0 && !(await isNamed(body.user.id, hr, groups));
    if (hr.length === 0 && managers.length > 0)
      return ack({ response_action: 'errors', errors: { [fields.hr]: words.nobody } });
    if (shutOut && !settingsStore.isFixed('hr'))
      return ack({ response_action: 'errors', errors: { [fields.hr]: words.yourself } });
    await settingsStore.save({ hr, managers }, body.user.id, clock.now());
    await ack();
  };
}

async function isNamed(
  userId: string,
  ids: readonly string[],
  groups: FeatureDeps['groups'],
): Promise<boolean> {
  if (ids.includes(userId)) return true;
  for (const id of ids.filter(isGroup)) if ((await groups.members(id)).has(userId)) return true;
  return false;
}
