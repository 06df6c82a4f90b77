import type { Slack } from '../slack.ts';
import { type SandboxPerson, strangersTeam } from '../workspace/people.ts';

/** What every interaction payload says of the app and the workspace. */
export function envelope(slack: Slack) {
  const { id, domain } = slack.workspace.team;
  return {
    team: { id, domain },
    enterprise: null,
    is_enterprise_install: false,
    api_app_id: slack.app.id,
    token: slack.app.verificationToken,
  };
}

export function teamOf(slack: Slack, person: SandboxPerson): string {
  return person.isStranger ? strangersTeam : slack.workspace.team.id;
}

export function userOf(slack: Slack, person: SandboxPerson) {
  const { id, name } = person;
  return { id, username: name, name, team_id: teamOf(slack, person) };
}
