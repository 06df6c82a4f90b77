import type { Payload } from '../delivery/payload.ts';
import type { Slack } from '../slack.ts';
import type { Channel } from '../workspace/channels.ts';
import type { SandboxPerson } from '../workspace/people.ts';
import { teamOf } from './common.ts';

/** docs.slack.dev/interactivity/implementing-slash-commands */
export function commandPayload(
  slack: Slack,
  person: SandboxPerson,
  channel: Channel,
  typed: { command: string; text: string },
): Payload {
  const { app, workspace, responseUrls, triggers } = slack;
  return {
    type: 'slash_commands',
    name: 'slash_commands',
    takesAnswer: true,
    body: {
      token: app.verificationToken,
      team_id: workspace.team.id,
      team_domain: workspace.team.domain,
      channel_id: channel.id,
      channel_name: channel.kind === 'private' ? 'privategroup' : channel.name,
      user_id: person.id,
      user_name: person.name,
      ...(teamOf(slack, person) !== workspace.team.id && { user_team_id: teamOf(slack, person) }),
      command: typed.command,
      text: typed.text,
      api_app_id: app.id,
      is_enterprise_install: 'false',
      response_url: responseUrls.issue('commands', { channel: channel.id, personId: person.id }),
      trigger_id: triggers.issue({ personId: person.id }),
    },
  };
}
