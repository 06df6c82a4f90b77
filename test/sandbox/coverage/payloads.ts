import { type CoverageTable, not, partial, supported, testsOf } from './coverage.ts';

const ofBothModes = testsOf('both-modes.test.ts');
const ofElements = testsOf('block-kit/elements.test.ts');
const ofForms = testsOf('forms.test.ts');
const ofShapes = testsOf('payload-shapes.test.ts');
const ofViews = testsOf('views.test.ts');

const fields = ofShapes('a payload has the fields of a recorded one: %s %o');
const userGroup = ofBothModes(
  'a bare Bolt app over %s hears who came into a user group and who left it, and what it is called now',
);

/** Payloads that Slack sends to an app. */
export const payloadCoverage: CoverageTable = {
  app_home_opened: partial(
    'the Messages tab',
    ofViews('views.publish sends the published view along when Home is opened again'),
  ),
  app_mention: supported(ofShapes('an app hears who mentioned it')),
  block_actions: supported(
    ofElements('an element tells the app what was pressed, with all that was typed, the hash and a trigger'),
  ),
  block_suggestion: supported(ofElements('a menu that loads its options asks after %s')),
  dialog_submission: not,
  message: partial('subtypes: edits, deletions, files', fields),
  message_action: supported(fields),
  shortcut: supported(fields),
  slash_commands: supported(fields),
  subteam_members_changed: supported(userGroup),
  subteam_updated: partial('groups that are switched off; channels that belong to a group', userGroup),
  team_join: supported(ofBothModes('a bare Bolt app over %s hears of somebody new, who can write to it')),
  url_verification: not,
  user_change: partial(
    'people who change their own profile',
    ofBothModes('a bare Bolt app over %s hears who somebody is now'),
  ),
  view_closed: supported(ofForms('closing tells the app nothing of what was typed')),
  view_submission: supported(ofForms('a submission carries every kind of value in Slack’s shape')),
};
