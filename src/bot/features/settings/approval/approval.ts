import type { KnownBlock, ModalView } from '@slack/types';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import type { FormArgs } from '../../../slack/incoming/listeners.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { isUntouched } from '../../../slack/views/view.ts';
import type { Approvals } from '../../../storage/approvals.ts';
import type { Settings } from '../../../storage/settings.ts';
import type { SettingsDeps } from '../deps.ts';
import { settingsFields } from '../fields.ts';
import { fixedNote, peopleIn, savedPage, settingsForm, shownValue, variables } from '../form.ts';
import { say } from './messages.ts';

type ApprovalFields = ReturnType<typeof settingsFields>['approval'];
type Values = ValuesOf<ApprovalFields['table']>;

export function approvalForm({ settingsStore }: SettingsDeps): ModalView {
  const current = settingsStore.current();
  const fields = settingsFields().approval;
  const values = asValues(current);
  const blocks = fields.names.map((name): KnownBlock => {
    if (name !== 'required' || !settingsStore.isFixed('offboardingApproval'))
      return fields.block(name, values[name], undefined);
    const value = shownValue('offboardingApproval', current);
    const variable = variables.offboardingApproval;
    return fixedNote({ label: say().required, value, variable });
  });
  return settingsForm('approval', blocks);
}

function asValues({ offboardingApproval, approvals }: Settings): Values {
  const { lapseDays, deputies, from, until } = approvals;
  return {
    required: offboardingApproval ? ['yes'] : [],
    lapseDays: String(lapseDays),
    deputies,
    ...(from !== null && { from }),
    ...(until !== null && { until }),
  };
}

const mostDeputies = 20;

export function receiveApproval(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body }: FormArgs) => {
    const fields = settingsFields().approval;
    const sent = fields.read(view.state.values);
    const isChanged = (name: (typeof fields.names)[number]) => !isUntouched(view, fields.idOf(name));
    const approvals: Approvals = {
      ...settingsStore.current().approvals,
      ...(isChanged('lapseDays') && { lapseDays: Number(sent.lapseDays) }),
      ...(isChanged('deputies') && { deputies: [...(sent.deputies ?? [])] }),
      ...(isChanged('from') && { from: sent.from ?? null }),
      ...(isChanged('until') && { until: sent.until ?? null }),
    };
    const { teamId } = originOf(body);
    const errors = fields.errors(await mistakesIn(approvals, { teamId }, deps));
    if (errors) return ack({ response_action: 'errors', errors });
    const offboardingApproval = sent.required?.includes('yes') ?? false;
    const wanted = isChanged('required') ? { approvals, offboardingApproval } : { approvals };
    await settingsStore.save(wanted, body.user.id, clock.now());
    await ack({ response_action: 'update', view: approvalSaved(deps) });
  };
}

async function mistakesIn(
  { deputies, from, until }: Approvals,
  { teamId }: { teamId: string },
  { access }: Pick<SettingsDeps, 'access'>,
) {
  const { tooMany, noAccess, accessUnknown, wrongDays } = say();
  const roles = deputies.slice(0, mostDeputies).map((id) => access.whoIs(id, teamId));
  const found = await Promise.all(roles).catch(() => undefined);
  const mayAll = found?.every(({ role }) => role === 'hr' || role === 'manager');
  const wrong = mayAll ? undefined : noAccess;
  const people = found === undefined ? accessUnknown : wrong;
  return {
    deputies: deputies.length > mostDeputies ? tooMany(mostDeputies) : people,
    until: from !== null && until !== null && until < from ? wrongDays(from) : undefined,
  };
}

function approvalSaved({ settingsStore }: SettingsDeps): ModalView {
  const { shown, shownLapse, shownDeputies } = say();
  const { offboardingApproval, approvals } = settingsStore.current();
  const { lapseDays, deputies, from, until } = approvals;
  const lines = [shown(offboardingApproval), shownLapse(lapseDays)].map(escapeMrkdwn);
  const people = peopleIn(deputies);
  return savedPage('approval', [...lines, shownDeputies(people, from, until)]);
}
