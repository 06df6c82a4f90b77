import { plural, words } from '../../language.ts';

const reinstall =
  'On your app’s page (https://api.slack.com/apps), install the app again, then copy the Bot User OAuth Token from ' +
  'OAuth & Permissions into SLACK_BOT_TOKEN.';

const newAppToken =
  'On your app’s page, Basic Information, generate an App-Level Token with connections:write and set SLACK_APP_TOKEN to it.';

const correctList = 'Correct FRONTDESK_HR and FRONTDESK_MANAGERS, or “Access” in App Home.';

const retry = 'Try again, or look at “Slack permissions”.';

const entries = (count: number) => plural(count, 'entry', 'entries');

const orChoose = 'Or choose another: “Channels” in App Home, or';
const invite = 'Type /invite @Frontdesk in that channel.';

const en = {
  slack: 'Slack',
  reach: {
    title: 'Slack',
    fine: { what: 'Slack answers.' },
    status: (status: number) => ({
      what: `Slack, or a proxy in between, answered with status ${status}.`,
      todo: 'Check https://slack-status.com and the proxy.',
    }),
    unreadable: {
      what: 'The answer isn’t from Slack.',
      todo: 'Check SLACK_API_URL (empty for Slack itself), and whether a proxy asks for a sign-in.',
    },
    busy: { what: 'Slack asks Frontdesk to wait. Try again in a minute.' },
  },
  token: {
    title: 'Slack bot token',
    fine: (team: string, user: string) => ({ what: `Connected to ${team} as ${user}.` }),
    gone: (code: string) => ({
      what: `SLACK_BOT_TOKEN was revoked, or the app was removed (${code}).`,
      todo: reinstall,
    }),
    unknown: (code: string) => ({
      what: `Slack doesn’t know SLACK_BOT_TOKEN (${code}).`,
      todo: 'Copy the whole Bot User OAuth Token again: your app’s page, OAuth & Permissions.',
    }),
    otherKind: (code: string) => ({
      what: `SLACK_BOT_TOKEN isn’t a bot token (${code}).`,
      todo: reinstall,
    }),
    refused: (code: string) => ({ what: `Slack refuses SLACK_BOT_TOKEN (${code}).`, todo: reinstall }),
  },
  socket: {
    title: 'Requests from Slack',
    fine: { what: 'Slack offers a Socket Mode connection.' },
    http: {
      what: 'HTTP mode. Whether Slack reaches this machine can’t be checked.',
    },
    connected: { what: 'Slack reaches Frontdesk.' },
    otherApp: (of: { appToken: string; botToken: string }) => ({
      what: `SLACK_APP_TOKEN is for the app ${of.appToken}, SLACK_BOT_TOKEN for ${of.botToken}.`,
      todo: 'Copy both tokens from the same app’s page.',
    }),
    refused: (code: string) => ({ what: `Slack refuses SLACK_APP_TOKEN (${code}).`, todo: newAppToken }),
    noScope: (code: string) => ({
      what: `SLACK_APP_TOKEN may not open connections (${code}).`,
      todo: newAppToken,
    }),
    notOpened: (code: string) => ({
      what: `Slack doesn’t offer a Socket Mode connection (${code}).`,
      todo: 'On your app’s page, switch “Enable Socket Mode” on. For HTTP mode, set SLACK_SIGNING_SECRET and remove SLACK_APP_TOKEN.',
    }),
    down: {
      todo: 'If it doesn’t reconnect within minutes, check “Enable Socket Mode” on your app’s page.',
    },
  },
  scopes: {
    title: 'Slack permissions',
    fine: (count: number) => ({ what: `The bot token has all ${count} scopes.` }),
    unknown: { what: 'Slack didn’t list the token’s scopes.' },
    missing: (missing: readonly string[]) => ({
      what: `The bot token lacks: ${missing.join('; ')}.`,
      todo: 'Paste the manifest (npm run --silent frontdesk -- manifest) under App Manifest on your app’s page, then install the app again.',
    }),
    /** Features that need each scope. Also the list of required scopes. */
    purposes: {
      commands: 'slash commands and shortcuts',
      'chat:write': 'sending messages',
      'chat:write.public': 'posting in public channels without joining',
      'users:read': 'access',
      'users:read.email': 'finding people by email address',
      'usergroups:read': 'user groups in the access lists',
      'channels:read': 'checking public channels',
      'channels:join': 'joining public channels',
      'channels:history': 'confirming posts in public channels',
      'groups:read': 'checking private channels',
      'groups:history': 'confirming posts in private channels',
      'im:history': 'confirming direct messages',
      'files:read': 'importing new hires from a file',
      'files:write': 'sending calendar files',
      'im:write': 'sending calendar files, confirming direct messages',
    },
    one: (scope: string, purpose: string) => `${scope} (${purpose})`,
  },
  access: {
    title: 'Access',
    fine: (hr: number, managers: number) => ({
      what: `HR: ${entries(hr)}. Managers: ${entries(managers)}.`,
    }),
    firstFine: (looked: number, all: number) => ({
      what: `Slack knows the first ${looked} of ${all} entries. The rest wasn’t checked.`,
    }),
    admins: { what: 'Both access lists are empty, so workspace owners and admins are HR.' },
    unreadable: {
      what: 'A saved access list can’t be read, so it gives nobody access.',
      todo: 'Save it again under “Access” in App Home, or set FRONTDESK_HR and FRONTDESK_MANAGERS.',
    },
    noHr: {
      what: 'No one is HR, so nobody can add new hires.',
      todo: 'Set FRONTDESK_HR to Slack user or user group ids, separated by commas.',
    },
    unknown: (ids: readonly string[]) => ({
      what: `No person or user group in this workspace has the id ${ids.join(', ')}.`,
      todo: `${correctList} A profile’s or user group’s menu in Slack has its id.`,
    }),
    outsider: (ids: readonly string[]) => ({
      what: `${ids.join(', ')} can’t have access: deactivated, a guest, an app or from another workspace.`,
      todo: correctList,
    }),
    empty: (ids: readonly string[]) => ({
      what: `Nobody is in the user ${ids.length === 1 ? 'group' : 'groups'} ${ids.join(', ')}.`,
      todo: `Add people in Slack. Or: ${correctList}`,
    }),
    unsure: (ids: readonly string[]) => ({
      what: `Slack couldn’t look up ${entries(ids.length)} of the access lists.`,
      todo: retry,
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
    none: { what: 'New hires aren’t announced.' },
    noneTitle: 'Channels',
    noPrivate: { what: 'No private channel: HR gets offboardings and problems as direct messages.' },
    fine: (name: string) => ({ what: `Frontdesk can post in ${name}.` }),
    privateFine: (name: string) => ({ what: `${name} is private, and Frontdesk is in it.` }),
    unreadable: {
      what: 'The saved channels can’t be read.',
      todo: 'Save them again under “Channels” in App Home.',
    },
    notThere: (name: string, variable: string) => ({
      what: `${name} doesn’t exist, or it’s private and Frontdesk isn’t in it.`,
      todo: `${invite} ${orChoose} ${variable}.`,
    }),
    notIn: (name: string, variable: string) => ({
      what: `Frontdesk isn’t in ${name}.`,
      todo: `${invite} ${orChoose} ${variable}.`,
    }),
    archived: (name: string, variable: string) => ({
      what: `${name} is archived.`,
      todo: `Unarchive it in Slack. ${orChoose} ${variable}.`,
    }),
    isPublic: (name: string, variable: string) => ({
      what: `${name} is public, so Frontdesk sends nothing confidential there.`,
      todo: `Make it private in Slack. ${orChoose} ${variable}.`,
    }),
    isShared: (name: string, variable: string) => ({
      what: `${name} is or will be shared with another company, so Frontdesk sends nothing confidential there.`,
      todo: `Stop sharing it in Slack. ${orChoose} ${variable}.`,
    }),
    hiresShared: (name: string, variable: string) => ({
      what: `${name} is or will be shared with another company, which can read who starts.`,
      todo: `If it shouldn’t, stop sharing it in Slack. ${orChoose} ${variable}.`,
    }),
    unsure: (name: string, code: string) => ({
      what: `Slack couldn’t look up ${name} (${code}).`,
      todo: retry,
    }),
  },
};

export const say = words({ en });
