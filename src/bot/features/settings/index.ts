import type { AllMiddlewareArgs, BlockAction, ButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { offer } from '../../menus.ts';
import { openView } from '../../slack/views/open-view.ts';
import { accessForm, groupsMenu, receiveAccess } from './access.ts';
import { channelsForm, receiveChannels } from './channels.ts';
import { connectionForm, receiveConnection } from './connection.ts';
import { elementId, fields, forms, opens } from './fields.ts';
import { homePart } from './home.ts';
import { organizationForm, receiveOrganization } from './organization.ts';
import { receiveSequences, sequencesForm } from './sequences.ts';

/** HR connects and adjusts Frontdesk from App Home. */
export const settingsFeature: Feature = {
  name: 'settings',
  register(deps) {
    const { app, only } = deps;
    app.action(
      opens('connection'),
      only('hr'),
      open(() => connectionForm(deps)),
    );
    app.action(
      opens('access'),
      only('hr'),
      open(() => accessForm(deps)),
    );
    app.action(
      opens('channels'),
      only('hr'),
      open(() => channelsForm(deps)),
    );
    app.action(
      opens('organization'),
      only('hr'),
      open(() => organizationForm(deps)),
    );
    app.action(
      opens('sequences'),
      only('hr'),
      open(() => sequencesForm(deps)),
    );
    app.options(elementId(fields.hrGroups), only('hr'), groups(deps));
    app.options(elementId(fields.managerGroups), only('hr'), groups(deps));
    app.view(forms.connection, only('hr'), receiveConnection(deps));
    app.view(forms.access, only('hr'), receiveAccess(deps));
    app.view(forms.channels, only('hr'), receiveChannels(deps));
    app.view(forms.organization, only('hr'), receiveOrganization(deps));
    app.view(forms.sequences, only('hr'), receiveSequences(deps));
  },
  home: homePart,
};

type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;

function open(form: () => ModalView | Promise<ModalView>) {
  return async ({ ack, body, client }: ButtonArgs) => {
    await ack();
    await openView(client, body.trigger_id, await form());
  };
}

function groups(deps: FeatureDeps) {
  return offer((query) => groupsMenu(deps, query));
}
