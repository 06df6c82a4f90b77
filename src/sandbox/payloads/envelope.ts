import type { InstalledApp } from '../app/installed-app.ts';
import type { SandboxPerson } from '../workspace/people.ts';
import { teamOf } from '../workspace/user-object.ts';

/** Fields common to all interaction payloads. */
export function envelope({ id: api_app_id, team, verificationToken: token }: InstalledApp) {
  const { id, domain } = team;
  return { team: { id, domain }, enterprise: null, is_enterprise_install: false, api_app_id, token };
}

/** The person, as in most interaction payloads. */
export function userOf(app: InstalledApp, person: SandboxPerson) {
  const { id, name } = person;
  return { id, username: name, name, team_id: teamOf(app, person) };
}
