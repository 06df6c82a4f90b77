/** How far the sandbox goes along with Slack. What is missing is refused, never quietly accepted. */
export interface Coverage {
  support: 'supported' | 'partial' | 'not';
  /** What is missing, for `partial`. */
  without?: string;
}

const supported: Coverage = { support: 'supported' };
const not: Coverage = { support: 'not' };
const partial = (without: string): Coverage => ({ support: 'partial', without });

/** Web API methods; every other one is answered with `unknown_method`. */
export const methodCoverage: Readonly<Record<string, Coverage>> = {
  'api.test': supported,
  'apps.connections.open': supported,
  'auth.test': supported,
  'bots.info': partial('icons'),
  'chat.delete': supported,
  'chat.getPermalink': supported,
  'chat.postEphemeral': partial('attachments, which are refused; threads, links and names are not unfolded'),
  'chat.postMessage': partial(
    'attachments, which are refused; threads, links and names are not unfolded; custom names',
  ),
  'chat.scheduleMessage': not,
  'chat.update': partial('attachments, which are refused; updates of files'),
  'conversations.history': partial('time ranges'),
  'conversations.info': supported,
  'conversations.join': supported,
  'conversations.list': supported,
  'conversations.members': supported,
  'conversations.open': partial('conversations of several people'),
  'conversations.replies': not,
  'files.getUploadURLExternal': not,
  'reactions.add': not,
  'usergroups.list': partial('disabled groups'),
  'usergroups.users.list': supported,
  'users.info': partial('locale, icons'),
  'users.list': partial('locale, icons'),
  'users.lookupByEmail': supported,
  'users.profile.get': not,
  'views.open': partial('interactivity pointers'),
  'views.publish': supported,
  'views.push': partial('interactivity pointers'),
  'views.update': supported,
};

/** What Slack tells an app. */
export const payloadCoverage: Readonly<Record<string, Coverage>> = {
  app_home_opened: partial('the Messages tab'),
  app_mention: supported,
  block_actions: supported,
  block_suggestion: supported,
  dialog_submission: not,
  message: partial('subtypes: edits, deletions, files'),
  message_action: supported,
  shortcut: supported,
  slash_commands: supported,
  subteam_members_changed: not,
  team_join: not,
  view_closed: supported,
  view_submission: supported,
};
