import { words } from '../../language.ts';

const reinstall =
  'On your app’s page at https://api.slack.com/apps, install the app to the workspace again, and copy the Bot User OAuth Token ' +
  'from OAuth & Permissions into SLACK_BOT_TOKEN.';

const newAppToken =
  'On your app’s page, Basic Information, App-Level Tokens, generate a token with the scope connections:write, and set ' +
  'SLACK_APP_TOKEN to it.';

const correctList = 'Correct FRONTDESK_HR and FRONTDESK_MANAGERS, or “Access” in Frontdesk’s App Home.';

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

const chooseOther = 'Or choose another one under “Channels” in Frontdesk’s App Home, or in';

const en = {
  slack: 'Slack',
  reach: {
    title: 'Slack',
    fine: { what: 'Slack answers.' },
    status: (status: number) => ({
      what: `Slack, or a proxy in its place, answered with status ${status}.`,
      todo: 'Look at https://slack-status.com, and at the proxy. Then try again.',
    }),
    unreadable: {
      what: 'Something answers in Slack’s place, and not as Slack does.',
      todo: 'Check SLACK_API_URL (leave it empty for Slack itself), and whether a proxy in between wants somebody to sign in.',
    },
    busy: { what: 'Not checked, because Slack asks Frontdesk to wait. Try again in a minute.' },
  },
  token: {
    title: 'Slack bot token',
    fine: (team: string, user: string) => ({ what: `Connected to the workspace ${team} as ${user}.` }),
    gone: (code: string) => ({
      what: `SLACK_BOT_TOKEN was revoked, or the app was removed from the workspace (${code}).`,
      todo: reinstall,
    }),
    unknown: (code: string) => ({
      what: `Slack doesn’t know SLACK_BOT_TOKEN (${code}).`,
      todo: 'Copy all of the Bot User OAuth Token again, from OAuth & Permissions on your app’s page.',
    }),
    otherKind: (code: string) => ({
      what: `SLACK_BOT_TOKEN isn’t a bot’s token (${code}).`,
      todo: reinstall,
    }),
    refused: (code: string) => ({ what: `Slack refuses SLACK_BOT_TOKEN (${code}).`, todo: reinstall }),
  },
  socket: {
    title: 'Requests from Slack',
    fine: { what: 'Socket Mode: Slack offers Frontdesk a connection.' },
    http: {
      what: 'HTTP mode: the signing secret is set. Whether Slack reaches this machine can’t be checked from here.',
    },
    connected: { what: 'Slack reaches Frontdesk.' },
    otherApp: (of: { appToken: string; botToken: string }) => ({
      what: `SLACK_APP_TOKEN is for the app ${of.appToken}, and SLACK_BOT_TOKEN for the app ${of.botToken}, so nothing from Slack arrives.`,
      todo: 'Copy both tokens from the page of the same app.',
    }),
    refused: (code: string) => ({ what: `Slack refuses SLACK_APP_TOKEN (${code}).`, todo: newAppToken }),
    noScope: (code: string) => ({
      what: `SLACK_APP_TOKEN may not open connections (${code}).`,
      todo: newAppToken,
    }),
    notOpened: (code: string) => ({
      what: `Slack doesn’t offer a Socket Mode connection (${code}).`,
      todo: 'On your app’s page, Socket Mode, switch “Enable Socket Mode” on. Or set SLACK_SIGNING_SECRET and no SLACK_APP_TOKEN for HTTP mode.',
    }),
    down: {
      todo: 'Wait a few minutes: Frontdesk connects again by itself. If it doesn’t, check that “Enable Socket Mode” is on, on your app’s page.',
    },
  },
  scopes: {
    title: 'Slack permissions',
    fine: (count: number) => ({ what: `The bot token has all ${count} scopes of the manifest.` }),
    unknown: { what: 'Not checked, because Slack didn’t say which scopes the token has.' },
    missing: (missing: readonly string[]) => ({
      what: `The bot token lacks: ${missing.join('; ')}.`,
      todo:
        'Print the manifest (npm run --silent frontdesk -- manifest), paste it under App Manifest on your app’s page, then install ' +
        'the app to the workspace again.',
    }),
    /** Features that need each scope. Also the list of required scopes. */
    purposes: {
      commands: 'slash commands and shortcuts',
      'chat:write': 'sending messages',
      'chat:write.public': 'posting in public channels that Frontdesk isn’t in',
      'users:read': 'telling who has access',
      'users:read.email': 'finding people by email address',
      'usergroups:read': 'user groups in the access lists',
      'channels:read': 'checking public channels',
      'channels:join': 'joining public channels',
      'channels:history': 'checking in public channels if a message arrived',
      'groups:read': 'checking private channels',
      'groups:history': 'checking in private channels if a message arrived',
      'im:history': 'checking if a direct message arrived',
      'files:write': 'sending calendar entries',
      'im:write': 'sending calendar entries, and checking if a direct message arrived',
    },
    one: (scope: string, purpose: string) => `${scope} (${purpose})`,
  },
  access: {
    title: 'Access',
    fine: (hr: number, managers: number) => ({
      what: `The access lists name ${entries(hr)} for HR and ${entries(managers)} for managers, and Slack knows all of them.`,
    }),
    firstFine: (looked: number, all: number) => ({
      what: `Slack knows the first ${looked} of ${all} entries in the access lists. The others weren’t looked up.`,
    }),
    admins: { what: 'Both access lists are empty, so the owners and admins of the workspace are HR.' },
    unreadable: {
      what: 'Frontdesk can’t read a saved access list, so nobody has access by it.',
      todo: 'Save the list again under “Access” in Frontdesk’s App Home, or set FRONTDESK_HR and FRONTDESK_MANAGERS.',
    },
    noHr: {
      what: 'The access lists name managers, and nobody for HR, so nobody can add new hires or change settings.',
      todo: 'Set FRONTDESK_HR to Slack user ids or user group ids, by comma.',
    },
    unknown: (ids: readonly string[]) => ({
      what: `The access lists name ${ids.join(', ')}, and nobody and no user group in this workspace has that id.`,
      todo: `${correctList} Copy ids from the menu of a profile or user group in Slack.`,
    }),
    outsiders: (ids: readonly string[]) => ({
      what: `${ids.join(', ')} in the access lists can’t use Frontdesk: deactivated people, guests, apps and people of other workspaces have no access.`,
      todo: correctList,
    }),
    empty: (ids: readonly string[]) => ({
      what: `Nobody is in ${ids.length === 1 ? 'the user group' : 'the user groups'} ${ids.join(', ')} of the access lists.`,
      todo: 'Add people to the user group in Slack, or name others in the access lists.',
    }),
    unsure: (count: number) => ({
      what: `Slack didn’t say who ${count === 1 ? '1 entry' : `${count} entries`} of the access lists ${count === 1 ? 'is' : 'are'}.`,
      todo: 'Try again. If it happens again, look at “Slack permissions”.',
    }),
  },
  /**
   * Problems of a channel, with advice.
   * @param name with its id
   * @param variable that can name it
   */
  channels: {
    title: (id: string) => `Channel ${id}`,
    privateTitle: 'Private HR channel',
    none: { what: 'No channel is chosen, so new hires aren’t announced.' },
    noneTitle: 'Channels',
    noPrivate: {
      what: 'No private channel is chosen, so HR gets offboardings and problems as direct messages.',
    },
    fine: (name: string) => ({ what: `Frontdesk can post in ${name}.` }),
    privateFine: (name: string) => ({ what: `${name} is private, and Frontdesk is in it.` }),
    unreadable: {
      what: 'Frontdesk can’t read which channels were saved.',
      todo: 'Save them again under “Channels” in Frontdesk’s App Home.',
    },
    notThere: (name: string, variable: string) => ({
      what: `${name} doesn’t exist, or it’s private and Frontdesk isn’t in it.`,
      todo: `Type /invite @Frontdesk in that channel. ${chooseOther} ${variable}.`,
    }),
    notIn: (name: string, variable: string) => ({
      what: `Frontdesk isn’t in ${name}.`,
      todo: `Type /invite @Frontdesk in that channel. ${chooseOther} ${variable}.`,
    }),
    archived: (name: string, variable: string) => ({
      what: `${name} is archived.`,
      todo: `Unarchive it in Slack. ${chooseOther} ${variable}.`,
    }),
    isPublic: (name: string, variable: string) => ({
      what: `${name} is public, so everyone could read who is leaving. Frontdesk sends nothing confidential there.`,
      todo: `Make it private in Slack. ${chooseOther} ${variable}.`,
    }),
    isShared: (name: string, variable: string) => ({
      what: `${name} is shared with another company, or one is invited, so people there could read who is leaving. Frontdesk sends nothing confidential there.`,
      todo: `Stop sharing it in Slack. ${chooseOther} ${variable}.`,
    }),
    hiresShared: (name: string, variable: string) => ({
      what: `${name} is shared with another company, or one is invited, so people there read who starts.`,
      todo: `If they shouldn’t, stop sharing it in Slack. ${chooseOther} ${variable}.`,
    }),
    unsure: (name: string, code: string) => ({
      what: `Slack doesn’t say anything about ${name} (${code}).`,
      todo: 'Try again. If it happens again, look at “Slack permissions”.',
    }),
  },
};

export const say = words({ en });
