import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { addDays, dayIn } from '../../../../time/dates.ts';
import { workingDayFrom } from '../../../plan/calendar.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { mostRehearsed, RehearsedPart, rehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import type { SlackPeople } from '../../../slack/people/people.ts';
import { alert, paragraph } from '../../../slack/views/blocks.ts';
import { option } from '../../../slack/views/inputs.ts';
import { openView } from '../../../slack/views/open-view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { foretoldOf } from '../reminders/foretell.ts';
import { foretoldMessages } from '../reminders/plan.ts';
import { say } from './messages.ts';

type SampleDeps = FormDeps & { people: Pick<SlackPeople, 'byId'> };

const About = RehearsedPart.extend({ owner: z.string() });
type Whose = Pick<z.infer<typeof About>, 'owner' | 'since'>;

/** Days until the made-up hire starts; then moved to the next working day. */
const daysAhead = 14;

/** Ids no employee has: the person who rehearses may not be in the service. */
const nobody = { manager: String(Number.MAX_SAFE_INTEGER), buddy: String(Number.MAX_SAFE_INTEGER - 1) };

/** A made-up hire who starts soon, with the rehearsing person as manager and buddy. */
async function sampleOf({ owner, since }: Whose, deps: SampleDeps): Promise<HireValues> {
  const { firstName, lastName, email, position, you } = say();
  const rules = rulesOf(deps.settings());
  const start_day = workingDayFrom(addDays(dayIn(rules.timezone, new Date(since)), daysAhead), rules);
  const person = await deps.people.byId(owner).catch(() => undefined);
  const name = person?.realName || you;
  const [manager, buddy] = [option(name, nobody.manager), option(name, nobody.buddy)];
  return {
    first_name: firstName,
    last_name: lastName,
    email,
    position,
    role: '0',
    start_day,
    manager,
    buddy,
  };
}

async function momentsOf(whose: Whose, deps: SampleDeps) {
  const asked = {
    requester: whose.owner,
    since: new Date(whose.since),
    sizes: new Map(),
    leftOut: [],
  };
  const { request, moments } = foretoldOf(await sampleOf(whose, deps), asked, deps);
  return { request, moments: moments.slice(0, mostRehearsed) };
}

/** Message that rehearses one moment of the made-up hire. */
export function sampleRehearsal(deps: SampleDeps) {
  return defineMessage({
    name: 'newhire.sample',
    label: () => sayPlan().rehearsal.label,
    about: About,
    async build({ index, ...whose }, context) {
      const { request, moments } = await momentsOf(whose, deps);
      return rehearsed(moments[index], foretoldMessages, { ...context, request });
    },
  });
}

/**
 * Handles "Rehearse" in the setup list: sends every message about a made-up hire to the person who pressed, at most
 * once a minute.
 */
export function rehearseSample(deps: SampleDeps & Pick<NewHireDeps, 'ledger' | 'setupMarks'>) {
  const message = sampleRehearsal(deps);
  return async (args: ButtonArgs) => {
    await args.ack();
    const owner = args.body.user.id;
    const since = deps.clock.now().toISOString();
    const { moments } = await momentsOf({ owner, since }, deps);
    const minute = since.slice(0, 'YYYY-MM-DDTHH:MM'.length);
    for (const index of moments.keys()) {
      const address = rehearsedBy(owner, `sample:${owner}:${minute}`, index);
      await deps.ledger.enqueue(message.message(address, { owner, since, index, leftOut: [] }));
    }
    if (moments.length > 0) await deps.setupMarks.rehearsed(owner);
    await openView(args, samplePage(moments.length));
  };
}

function samplePage(count: number): ModalView {
  const { title, onItsWay, whereToLook, nothing } = say();
  const blocks = count > 0 ? [alert('info', onItsWay(count)), paragraph(whereToLook)] : [paragraph(nothing)];
  return outcomePage(title, blocks);
}
