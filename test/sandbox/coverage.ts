/** Extent of support in the sandbox; names are separated by spaces. Missing parts are refused, never accepted. */
interface Coverage {
  supported: string;
  /** Missing parts of supported names. */
  without: Record<string, string>;
  /** Names that are refused. */
  not: string;
}

export const names = (text: string) => text.split(/\s+/);

/** Web API methods; all others answer `unknown_method`. */
export const methods: Coverage = {
  supported: `api.test apps.connections.open auth.test bots.info chat.delete chat.postEphemeral
    chat.postMessage chat.update conversations.history conversations.info conversations.join
    conversations.members conversations.open conversations.replies files.completeUploadExternal files.getUploadURLExternal
    usergroups.list usergroups.users.list users.info users.list users.lookupByEmail views.open views.publish
    views.push views.update`,
  without: {
    'bots.info': 'icons',
    'chat.postEphemeral': 'attachments, which are refused; threads, links and names are not unfurled',
    'chat.postMessage':
      'attachments, which are refused; threads, links and names are not unfurled; custom names',
    'chat.update': 'attachments, which are refused; updates of files',
    'conversations.history': 'time ranges',
    'conversations.open': 'conversations of several people',
    'conversations.replies': 'time ranges',
    'files.completeUploadExternal': 'several channels at once; blocks; sharing that takes its time',
    'files.getUploadURLExternal': 'snippets, alternative texts; multipart bodies',
    'usergroups.list': 'disabled groups',
    'users.info': 'icons',
    'users.list': 'icons',
    'views.open': 'interactivity pointers',
    'views.push': 'interactivity pointers',
  },
  not: 'chat.getPermalink chat.scheduleMessage conversations.list files.info reactions.add users.profile.get',
};

/** Blocks. Others are refused as unsupported, like Slack does where a new block isn't available yet. */
export const blocks: Coverage = {
  supported: 'actions alert context divider header image input rich_text section',
  without: { image: 'files of Slack are not looked up' },
  not: 'card carousel container context_actions data_table data_visualization file markdown plan table task_card video',
};

export const elements: Coverage = {
  supported: `button channels_select checkboxes conversations_select datepicker datetimepicker email_text_input
    external_select file_input image multi_channels_select multi_conversations_select multi_external_select
    multi_static_select multi_users_select number_input overflow plain_text_input radio_buttons rich_text_input
    static_select timepicker url_text_input users_select`,
  without: {
    channels_select: 'response URLs of a submission, which are refused',
    conversations_select: 'the present conversation as the default; response URLs, which are refused',
    multi_conversations_select: 'the present conversation as the default',
    file_input: 'files above 3 MB on the page',
    rich_text_input: 'people type plain text into it',
  },
  not: 'feedback_buttons icon_button workflow_button',
};

/** Payloads that Slack sends to an app. */
export const payloads: Coverage = {
  supported: `app_home_opened app_mention block_actions block_suggestion message message_action shortcut
    slash_commands subteam_members_changed subteam_updated team_join user_change view_closed view_submission`,
  without: {
    app_home_opened: 'the Messages tab',
    message: 'subtypes: edits, deletions, files',
    subteam_updated: 'groups that are switched off; channels that belong to a group',
    user_change: 'people who change their own profile',
  },
  not: 'dialog_submission url_verification',
};
