import type { InstalledApp } from '../app/installed-app.ts';
import type { Methods } from './method.ts';

export const authMethods: Methods = {
  'api.test': { token: 'none', scopes: [], run: (_parts, args) => ({ args }) },
  'auth.test': { token: 'any', scopes: [], run: ({ app }, { token }) => whoAmI(app, token) },
  'apps.connections.open': { token: 'app', scopes: [], run: ({ socketUrl }) => ({ url: socketUrl() }) },
};

function whoAmI(app: InstalledApp, token: unknown): object {
  if (token === app.appToken) return { app_name: app.name, app_id: app.id };
  return {
    url: `https://${app.team.domain}.slack.com/`,
    team: app.team.name,
    user: app.botName.toLowerCase().replaceAll(' ', '_'),
    team_id: app.team.id,
    user_id: app.botUserId,
    bot_id: app.botId,
    is_enterprise_install: false,
  };
}
