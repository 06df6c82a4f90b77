/** Methods of Slack's Web API that Frontdesk or one of Slack's libraries calls. */
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

/** Label for response URLs, which answer an interaction and are no Web API method. */
export const responseUrl = 'response_url';

/** Name of the method that an address calls: one of the known methods, `response_url` or `other`. */
export function methodIn(address: string): string {
  const name = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  if (methods.has(name)) return name;
  return name.includes('.') ? 'other' : responseUrl;
}
