import { type CoverageTable, not, partial, supported, testsOf } from './coverage.ts';

const reads = testsOf('driver.test.ts')('somebody who uses Slack reads every text in its order');
const defaults = testsOf('payload-shapes.test.ts')('blocks come back with their defaults written out');
const ofElements = testsOf('block-kit/elements.test.ts');
const inMessages = testsOf('block-kit/message-limits.test.ts')('messages show markdown and tables');

/** Blocks. Others are refused as unsupported, like Slack does where a new block isn't available yet. */
export const blockCoverage: CoverageTable = {
  actions: supported(reads),
  alert: supported(reads),
  card: not,
  carousel: not,
  container: not,
  context: supported(reads),
  context_actions: not,
  data_table: not,
  data_visualization: not,
  divider: supported(reads),
  file: not,
  header: supported(reads),
  image: partial('files of Slack are not looked up', reads),
  input: supported(defaults),
  markdown: supported(inMessages),
  plan: not,
  rich_text: supported(reads),
  section: supported(reads),
  table: supported(inMessages),
  task_card: not,
  video: not,
};

const submitted = testsOf('forms.test.ts')('a submission carries every kind of value in Slack’s shape');

export const elementCoverage: CoverageTable = {
  button: supported(
    ofElements('an element tells the app what was pressed, with all that was typed, the hash and a trigger'),
  ),
  channels_select: supported(submitted),
  checkboxes: supported(submitted),
  conversations_select: partial('the present conversation as the default', submitted),
  datepicker: supported(submitted),
  datetimepicker: supported(submitted),
  email_text_input: supported(submitted),
  external_select: supported(submitted),
  feedback_buttons: not,
  file_input: partial(
    'nobody can upload a file',
    ofElements('a file input stands in a modal, and nobody can put anything into it'),
  ),
  icon_button: not,
  image: supported(reads),
  multi_channels_select: supported(submitted),
  multi_conversations_select: partial('the present conversation as the default', submitted),
  multi_external_select: supported(submitted),
  multi_static_select: supported(submitted),
  multi_users_select: supported(submitted),
  number_input: supported(submitted),
  overflow: supported(
    ofElements('an element tells the app what was chosen from an overflow menu, which keeps nothing'),
  ),
  plain_text_input: supported(submitted),
  radio_buttons: supported(submitted),
  rich_text_input: partial('people type plain text into it', submitted),
  static_select: supported(submitted),
  timepicker: supported(submitted),
  url_text_input: supported(submitted),
  users_select: supported(submitted),
  workflow_button: not,
};
