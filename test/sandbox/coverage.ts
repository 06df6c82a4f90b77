/** Extent of support in the sandbox; names are separated by spaces. Missing parts are refused, never accepted. */
interface Coverage {
  /** Supported names by the test that shows them: its file below `test/sandbox`, and its title with its `describe`. */
  shownBy: Record<string, string>;
  /** Missing parts of supported names. */
  without: Record<string, string>;
  /** Names that are refused. */
  not: string;
}

export const names = (text: string) => text.split(' ');

export const supported = ({ shownBy }: Coverage) => Object.values(shownBy).flatMap(names).sort();

/** Web API methods; all others answer `unknown_method`. */
export const methods: Coverage = {
  shownBy: {
    'methods.test.ts: an app knows itself': 'api.test auth.test',
    'methods.test.ts: an app with the scope %s':
      'bots.info conversations.open usergroups.list usergroups.users.list users.lookupByEmail',
    'methods.test.ts: an app with the scope channels:read sees whether a channel is shared: %s':
      'conversations.info',
    'methods.test.ts: an app with the scope channels:join joins, and is then a member':
      'conversations.join conversations.members',
    'methods.test.ts: an app with the scope channels:read lists channels: private ones only as a member, archived ones if wanted':
      'conversations.list',
    'methods.test.ts: people and user groups can change while an app runs': 'users.info',
    'methods.test.ts: an app with the scope users:read reads people page by page, the deactivated and the bot among them':
      'users.list',
    'sockets.test.ts: a connection needs a fresh ticket, which is good for one': 'apps.connections.open',
    'files.test.ts: takes the bytes once, and as many as were announced': 'files.getUploadURLExternal',
    'files.test.ts: a file arrives in three steps, with its comment, name and title':
      'files.completeUploadExternal',
    'block-kit/message-limits.test.ts: messages are gone once they are deleted': 'chat.delete',
    'block-kit/message-limits.test.ts: messages have an address': 'chat.getPermalink',
    'block-kit/message-limits.test.ts: messages that are ephemeral are seen by one person and not in the history':
      'chat.postEphemeral',
    'block-kit/message-limits.test.ts: messages go to a person by their id, and tell the channel':
      'chat.postMessage',
    'block-kit/message-limits.test.ts: messages lose their blocks when they are updated with a text alone':
      'chat.update',
    'block-kit/message-limits.test.ts: messages are read back, the newest first': 'conversations.history',
    'views.test.ts: a trigger opens one modal, and no second one': 'views.open',
    'views.test.ts: the stack holds three views of a person and no fourth': 'views.push',
    'views.test.ts: views.publish shows Home to that person, and is refused with an old hash':
      'views.publish',
    'views.test.ts: views.update keeps what was typed while block and action id stay, whatever the new initial value':
      'views.update',
  },
  without: {
    'bots.info': 'icons',
    'chat.postEphemeral': 'attachments, which are refused; threads, links and names are not unfurled',
    'chat.postMessage':
      'attachments, which are refused; threads, links and names are not unfurled; custom names',
    'chat.update': 'attachments, which are refused; updates of files',
    'conversations.history': 'time ranges',
    'conversations.open': 'conversations of several people',
    'files.completeUploadExternal': 'several channels at once; blocks; sharing that takes its time',
    'files.getUploadURLExternal': 'snippets, alternative texts; multipart bodies',
    'usergroups.list': 'disabled groups',
    'users.info': 'icons',
    'users.list': 'icons',
    'views.open': 'interactivity pointers',
    'views.push': 'interactivity pointers',
  },
  not: 'chat.scheduleMessage conversations.replies files.info reactions.add users.profile.get',
};

const readsTexts = 'driver.test.ts: somebody who uses Slack reads every text in its order';
const tellsPresses =
  'block-kit/elements.test.ts: an element tells the app what was pressed, with all that was typed, the hash and a trigger';
const carriesValues = 'forms.test.ts: a submission carries every kind of value in Slack’s shape';

/** Blocks. Others are refused as unsupported, like Slack does where a new block isn't available yet. */
export const blocks: Coverage = {
  shownBy: {
    [readsTexts]: 'actions alert context divider header image rich_text section',
    'payload-shapes.test.ts: blocks come back with their defaults written out': 'input',
    'block-kit/message-limits.test.ts: messages show markdown and tables': 'markdown table',
  },
  without: { image: 'files of Slack are not looked up' },
  not: 'card carousel container context_actions data_table data_visualization file plan task_card video',
};

export const elements: Coverage = {
  shownBy: {
    [readsTexts]: 'image',
    [tellsPresses]: 'button',
    [carriesValues]:
      'channels_select checkboxes conversations_select datepicker datetimepicker email_text_input external_select multi_channels_select multi_conversations_select multi_external_select multi_static_select multi_users_select number_input plain_text_input radio_buttons rich_text_input static_select timepicker url_text_input users_select',
    'block-kit/elements.test.ts: an element tells the app what was chosen from an overflow menu, which keeps nothing':
      'overflow',
    'block-kit/elements.test.ts: a file input appears in a modal, and nobody can put anything into it':
      'file_input',
  },
  without: {
    conversations_select: 'the present conversation as the default',
    file_input: 'nobody can upload a file',
    multi_conversations_select: 'the present conversation as the default',
    rich_text_input: 'people type plain text into it',
  },
  not: 'feedback_buttons icon_button workflow_button',
};

/** Payloads that Slack sends to an app. */
export const payloads: Coverage = {
  shownBy: {
    'payload-shapes.test.ts: a payload has the fields of a recorded one: %s %o':
      'message message_action shortcut slash_commands',
    'payload-shapes.test.ts: an app hears who mentioned it': 'app_mention',
    [tellsPresses]: 'block_actions',
    [carriesValues]: 'view_submission',
    'block-kit/elements.test.ts: a menu that loads its options asks after %s': 'block_suggestion',
    'forms.test.ts: closing tells the app nothing of what was typed': 'view_closed',
    'views.test.ts: views.publish sends the published view along when Home is opened again':
      'app_home_opened',
    'both-modes.test.ts: a bare Bolt app over %s hears of a user group’s new and former members, and its new name':
      'subteam_members_changed subteam_updated',
    'both-modes.test.ts: a bare Bolt app over %s hears of a new person, who can write to it': 'team_join',
    'both-modes.test.ts: a bare Bolt app over %s hears of a person’s new name': 'user_change',
  },
  without: {
    app_home_opened: 'the Messages tab',
    message: 'subtypes: edits, deletions, files',
    subteam_updated: 'groups that are switched off; channels that belong to a group',
    user_change: 'people who change their own profile',
  },
  not: 'dialog_submission url_verification',
};
