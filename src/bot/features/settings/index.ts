import type { ModalView } from '@slack/types';
import type { Feature } from '../../feature.ts';
import { offer } from '../../menus.ts';
import { type ButtonArgs, type FormArgs, on } from '../../slack/incoming/listeners.ts';
import { openView } from '../../slack/views/open-view.ts';
import { accessForm, groupsMenu, receiveAccess } from './access.ts';
import { approvalForm, receiveApproval } from './approval/approval.ts';
import { channelsForm, followChannels, receiveChannels } from './channels.ts';
import { connectionForm, receiveConnection } from './connection.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { homePart } from './home.ts';
import { callbackId, type FormName, formNames, opens } from './ids.ts';
import { organizationForm, organizationZonesMenu, receiveOrganization } from './organization.ts';
import { receiveReminders, remindersForm } from './reminders/reminders.ts';
import { receiveSequences, sequencesForm } from './sequences.ts';
import { receiveTexts, textsForm } from './texts/texts.ts';

interface SettingsForm {
  form(deps: SettingsDeps): ModalView | Promise<ModalView>;
  receive(deps: SettingsDeps): (args: FormArgs) => Promise<void>;
}

const forms: Record<FormName, SettingsForm> = {
  connection: { form: connectionForm, receive: receiveConnection },
  access: { form: accessForm, receive: receiveAccess },
  channels: { form: channelsForm, receive: receiveChannels },
  organization: { form: organizationForm, receive: receiveOrganization },
  reminders: { form: remindersForm, receive: receiveReminders },
  approval: { form: approvalForm, receive: receiveApproval },
  texts: { form: textsForm, receive: receiveTexts },
  sequences: { form: sequencesForm, receive: receiveSequences },
};

export function settingsFeature(deps: SettingsDeps): Feature {
  const groups = offer((query) => groupsMenu(deps, query));
  const zones = offer((query) => organizationZonesMenu(deps, query));
  const { access, channels, organization } = settingsFields();
  return {
    listeners: [
      ...formNames.flatMap((name) => [
        on.action(opens(name), 'hr', open(name, deps)),
        on.view(callbackId(name), 'hr', forms[name].receive(deps)),
      ]),
      on.change(channels.elements('chosen'), 'hr', followChannels(deps)),
      on.options(access.actionId('hrGroups'), 'hr', groups),
      on.options(access.actionId('managerGroups'), 'hr', groups),
      on.options(organization.actionId('timezone'), 'hr', zones),
    ],
    home: (viewer) => homePart(viewer, deps),
  };
}

function open(name: FormName, deps: SettingsDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    await openView(args, await forms[name].form(deps));
  };
}
