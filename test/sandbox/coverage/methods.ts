import { type CoverageTable, not, partial, supported, testsOf } from './coverage.ts';

const ofMethods = testsOf('methods.test.ts');
const ofFiles = testsOf('files.test.ts');
const ofMessages = testsOf('block-kit/message-limits.test.ts');
const ofViews = testsOf('views.test.ts');
const ofSockets = testsOf('sockets.test.ts');

const knowsItself = ofMethods('an app that may opens a conversation, and knows itself');
const joins = ofMethods('an app that may joins, and is then a member');
const userGroups = ofMethods('an app that may reads user groups');

/** Web API methods; all others answer `unknown_method`. */
export const methodCoverage: CoverageTable = {
  'api.test': supported(knowsItself),
  'apps.connections.open': supported(ofSockets('a connection needs a fresh ticket, which is good for one')),
  'auth.test': supported(knowsItself),
  'bots.info': partial('icons', knowsItself),
  'chat.delete': supported(ofMessages('messages are gone once they are deleted')),
  'chat.getPermalink': supported(ofMessages('messages have an address')),
  'chat.postEphemeral': partial(
    'attachments, which are refused; threads, links and names are not unfurled',
    ofMessages('messages that are ephemeral are seen by one person and not in the history'),
  ),
  'chat.postMessage': partial(
    'attachments, which are refused; threads, links and names are not unfurled; custom names',
    ofMessages('messages go to a person by their id, and tell the channel'),
  ),
  'chat.scheduleMessage': not,
  'chat.update': partial(
    'attachments, which are refused; updates of files',
    ofMessages('messages lose their blocks when they are updated with a text alone'),
  ),
  'conversations.history': partial('time ranges', ofMessages('messages are read back, the newest first')),
  'conversations.info': supported(ofMethods('an app that may tells of a channel whether it is shared: %s')),
  'conversations.join': supported(joins),
  'conversations.list': supported(
    ofMethods('an app that may lists channels: private ones only as a member, archived ones if wanted'),
  ),
  'conversations.members': supported(joins),
  'conversations.open': partial('conversations of several people', knowsItself),
  'conversations.replies': not,
  'files.completeUploadExternal': partial(
    'several channels at once; blocks; sharing that takes its time',
    ofFiles('a file comes in three steps, and stands in the conversation with its comment, name and title'),
  ),
  'files.getUploadURLExternal': partial(
    'snippets, alternative texts; multipart bodies',
    ofFiles('takes the bytes once, and as many as were announced'),
  ),
  'files.info': not,
  'reactions.add': not,
  'usergroups.list': partial('disabled groups', userGroups),
  'usergroups.users.list': supported(userGroups),
  'users.info': partial('icons', ofMethods('people and user groups can change while an app runs')),
  'users.list': partial(
    'icons',
    ofMethods('an app that may reads people page by page, the deactivated and the bot among them'),
  ),
  'users.lookupByEmail': supported(
    ofMethods('an app that may finds people by address in any case, with the address'),
  ),
  'users.profile.get': not,
  'views.open': partial('interactivity pointers', ofViews('a trigger opens one modal, and no second one')),
  'views.publish': supported(
    ofViews('views.publish shows Home to that person, and is refused with an old hash'),
  ),
  'views.push': partial(
    'interactivity pointers',
    ofViews('the stack holds three views of a person and no fourth'),
  ),
  'views.update': supported(
    ofViews(
      'views.update keeps what was typed while block and action id stay, whatever the new initial value',
    ),
  ),
};
