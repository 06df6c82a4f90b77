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

/** Blocks; the others are refused as unsupported, as Slack does where a new block has not arrived yet. */
export const blockCoverage: Readonly<Record<string, Coverage>> = {
  actions: supported,
  alert: supported,
  card: not,
  carousel: not,
  container: not,
  context: supported,
  context_actions: not,
  data_table: not,
  data_visualization: not,
  divider: supported,
  file: not,
  header: supported,
  image: partial('files of Slack are not looked up'),
  input: supported,
  markdown: supported,
  plan: not,
  rich_text: supported,
  section: supported,
  table: supported,
  task_card: not,
  video: not,
};

/** Elements of blocks. */
export const elementCoverage: Readonly<Record<string, Coverage>> = {
  button: supported,
  channels_select: supported,
  checkboxes: supported,
  conversations_select: partial('the present conversation as the default'),
  datepicker: supported,
  datetimepicker: supported,
  email_text_input: supported,
  external_select: supported,
  feedback_buttons: not,
  file_input: partial('nobody can upload a file'),
  icon_button: not,
  image: supported,
  multi_channels_select: supported,
  multi_conversations_select: partial('the present conversation as the default'),
  multi_external_select: supported,
  multi_static_select: supported,
  multi_users_select: supported,
  number_input: supported,
  overflow: supported,
  plain_text_input: supported,
  radio_buttons: supported,
  rich_text_input: partial('people type plain text into it'),
  static_select: supported,
  timepicker: supported,
  url_text_input: supported,
  users_select: supported,
  workflow_button: not,
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
  subteam_members_changed: supported,
  subteam_updated: partial('groups that are switched off; channels that belong to a group'),
  team_join: not,
  url_verification: not,
  user_change: partial('people who change their own profile'),
  view_closed: supported,
  view_submission: supported,
};
