import type { Method } from './method.ts';

/** auth.test, api.test, apps.connections.open and bots.info. */
export const authMethods: Record<string, Method> = {
  'api.test': {
    token: 'none',
    scopes: [],
    run: ({ args }) => ({ args }),
  },
  'auth.test': {
    token: 'any',
    scopes: [],
    run({ slack, args }) {
      const { app, workspace } = slack;
      if (args.token === app.appToken) return { app_name: app.name, app_id: app.id };
      return {
        url: `https://${workspace.team.domain}.slack.com/`,
        team: workspace.team.name,
        user: app.botName.toLowerCase().replaceAll(' ', '_'),
        team_id: workspace.team.id,
        user_id: app.botUserId,
        bot_id: app.botId,
        is_enterprise_install: false,
      };
    },
  },
  'apps.connections.open': {
    token: 'app',
    scopes: [],
    run: ({ socketOrigin, socketPath }) => ({ url: socketOrigin + socketPath() }),
  },
};
