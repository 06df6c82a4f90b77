/** Every method of Slack's Web API that Frontdesk, or a library of Slack's, calls for it. */
const methods: ReadonlySet<string> = new Set([
  'apps.connections.open',
  'auth.test',
  'bots.info',
  'chat.postMessage',
  'chat.update',
  'conversations.history',
  'conversations.info',
  'conversations.join',
  'conversations.members',
  'conversations.open',
  'files.completeUploadExternal',
  'files.getUploadURLExternal',
  'usergroups.list',
  'usergroups.users.list',
  'users.info',
  'users.list',
  'users.lookupByEmail',
  'views.open',
  'views.publish',
  'views.push',
  'views.update',
]);

/** What an address is for that answers an interaction and is no method of the Web API. */
export const responseUrl = 'response_url';

/** Which method is called at an address: one of these, `response_url`, or `other`. */
export function methodIn(address: string): string {
  const name = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  if (methods.has(name)) return name;
  return name.includes('.') ? 'other' : responseUrl;
}
