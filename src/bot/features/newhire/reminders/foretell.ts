import type { ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import { within } from '../../../../time/clock.ts';
import { dayIn } from '../../../../time/dates.ts';
import { asIfDone } from '../../../plan/as-if-done.ts';
import { foretold } from '../../../plan/foretell.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { words as planWords } from '../../../plan/words.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { cut, escapeMrkdwn, listed, listedMarkup, note, plain } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/inputs.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import { words as slackWords } from '../../../slack/words.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { valuesToSend } from '../form/more.ts';
import { offeredNow } from '../form/offered.ts';
import { type HireRequest, kind, personName } from '../request.ts';
import { newHireAnnouncements, newHireMessages } from '../result/announcements.ts';
import { type UnreachedNow, unreachedNow } from '../result/unreached.ts';
import { words } from '../words.ts';
import { hireReminders, planHire } from './plan.ts';

type ForetellDeps = FormDeps & Pick<NewHireDeps, 'channelSizes'>;

/** How long is looked for people in Slack, in milliseconds: the window has to open within three seconds. */
const patience = 800;

/** "What will happen" in the form: everything that will be said about whoever stands in it by now. */
export function showPlan(deps: ForetellDeps & Pick<NewHireDeps, 'findEmployee' | 'people' | 'windows'>) {
  return async (args: ButtonArgs) => {
    const { ack, body, context } = args;
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const language = languageIn(context);
    const values = await valuesToSend({ ...open, state: body.view.state }, deps);
    const unreached = within(deps.clock, patience, unreachedNow(employeesIn(values), deps));
    const lines = await planLines(values, { requester: body.user.id, language }, deps);
    const left = unreachedLines(values, (await unreached) ?? [], language);
    await showAbove(deps.windows, args, planPage(lines, left, language));
  };
}

function planPage(lines: readonly string[], left: readonly string[], language: Language): ModalView {
  const { title, mayChange, nothing } = planWords[language];
  return {
    type: 'modal',
    title: plain(title),
    close: plain(slackWords[language].back),
    blocks: [...listedMarkup(lines.length > 0 ? lines : [nothing]), ...listed(left), note(mayChange)],
  };
}

/** What will be sent about what the form holds, a line for each moment. In mrkdwn. */
export async function planLines(
  values: HireValues,
  { requester, language }: { requester: string; language: Language },
  deps: ForetellDeps,
): Promise<string[]> {
  const settings = deps.settings();
  const request = requestOf(values, requester, deps);
  const rules = rulesOf(settings);
  const messages = [...newHireAnnouncements(request, { ...settings }), ...planHire(request, rules)];
  const isAhead = ({ due }: { due?: Date }) => due === undefined || due > deps.clock.now();
  const channels = [...settings.channels, ...(settings.privateChannel ? [settings.privateChannel] : [])];
  const sizes = await deps.channelSizes(channels);
  const telling = {
    definitions: [...newHireMessages, ...hireReminders],
    nameOf: (employee: number) => nameOf(employee, values, language),
    sizeOf: (channel: string) => sizes.get(channel),
    settings,
  };
  return foretold(messages.filter(isAhead), telling, language);
}

function employeesIn({ manager, buddy }: HireValues) {
  const id = (value: string | undefined) => (/^\d+$/.test(value ?? '') ? { id: Number(value) } : undefined);
  const [ofManager, ofBuddy] = [id(manager?.value), id(buddy?.value)];
  return { ...(ofManager && { manager: ofManager.id }), ...(ofBuddy && { buddy: ofBuddy.id }) };
}

/** The request that the form would make, carried out now. */
function requestOf(values: HireValues, requester: string, deps: FormDeps): HireRequest {
  const { first_name = '', last_name = '', email = '', start_day, timezone } = values;
  const now = deps.clock.now();
  const payload = {
    ...{ first_name, last_name, email, role: Number(values.role ?? 0), ...employeesIn(values) },
    ...(timezone && { timezone: timezone.value }),
  };
  const context = {
    ...{ personName: personName(first_name, last_name), viewId: '', sequenceNames: [] },
    ...newHireFields.contextOf(values, offeredNow(start_day, deps)),
  };
  const day = start_day ?? dayIn(deps.settings().timezone, now);
  return asIfDone({ kind, requester, payload, context, day }, now);
}

function nameOf(employee: number, values: HireValues, language: Language): string {
  const { asCompanion } = words[language].reminders;
  for (const as of ['manager', 'buddy'] as const) {
    const entry = values[as];
    if (entry && Number(entry.value) === employee)
      return asCompanion(escapeMrkdwn(cut(labelOf(entry), 80)), as);
  }
  return '';
}

function unreachedLines(values: HireValues, left: UnreachedNow, language: Language): string[] {
  const { wontBeNotified } = words[language];
  return left.flatMap(({ purpose, why }) => {
    const as = purpose === 'manager' || purpose === 'buddy' ? purpose : undefined;
    const entry = as && values[as];
    return as && entry ? [wontBeNotified(labelOf(entry), as, why)] : [];
  });
}
