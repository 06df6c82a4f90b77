import { words } from '../../language.ts';
import { type Day, shortDay } from '../../time/dates.ts';

const tryAgain = 'Try again in a minute';

/** Advice for a channel that Frontdesk can't post to, by Slack's error code. */
const channelAdvice: Record<string, string> = {
  channel_not_found: 'It isn’t in that channel. Type /invite @Frontdesk there',
  not_in_channel: 'It isn’t in that channel. Type /invite @Frontdesk there',
  is_archived: 'The channel is archived. Unarchive it',
  restricted_action: 'Only some people can post there. Let Frontdesk post there too',
  missing_scope: 'It’s missing a permission (scope) for that. Reinstall it from the current manifest',
  channel_is_public: 'The channel is public, so everyone could read who is leaving. Make it private',
  channel_is_shared:
    'The channel is shared with another company, or one is invited, so people there could read who is leaving. Stop sharing it',
};

const en = {
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  timeline: {
    now: 'Now',
    day: (day: Day, today: Day) => shortDay(day, today, 'en-GB'),
    named: (day: string, name: string) => `${day}, ${name}`,
  },
  /** Shown above a form that Slack accepted only without its values. */
  notShownFilledIn:
    'Slack couldn’t show this form filled in. What was in it is listed below, so you can copy it.',
  failed: {
    title: 'Something went wrong',
    text: (reference: string) =>
      `Frontdesk couldn’t do this. Try again. If it happens again, give this reference to your Frontdesk admin: ${reference}`,
  },
  /** For a form whose handling takes longer than Slack waits. */
  notSaved: {
    title: tryAgain,
    text:
      'Frontdesk needs longer than usual, so this may not be saved. Wait a minute, then close this page: if the form is ' +
      'still there with what you entered, submit it again.',
    /** For a form with no room for a page above it. */
    atField:
      'Frontdesk needs longer than usual, so this may not be saved. Wait a minute, then submit the form again.',
  },
  databaseAway: {
    title: tryAgain,
    text: (reference: string) =>
      'Frontdesk can’t reach its database right now. If you were saving something, it may not be saved. Try again in a ' +
      `minute. If it happens again, give this reference to your Frontdesk admin: ${reference}`,
  },
  channelAdvice,
  channelTroubleWords: {
    cannot: (channel: string) => `Frontdesk can’t post in ${channel}.`,
    whatToDo: (advice: string) => `${advice}, or choose another channel in App Home.`,
    unknown: 'Slack doesn’t allow it',
    meanwhile: 'Messages for it wait up to a week, and are sent within five minutes once this is fixed.',
    meanwhileHr: 'Until then, HR gets what belongs there as direct messages.',
  },
  /**
   * Advice about a message that may be in Slack and can't be looked up, so it isn't sent again. In mrkdwn.
   * `code` is Slack's error code for the lookup.
   */
  unconfirmedAdvice(where: string, code: string): string {
    const why =
      code === 'missing_scope'
        ? 'It’s missing a permission (scope) for that: reinstall it from the current manifest.'
        : code === 'too_much'
          ? 'There are too many newer messages.'
          : 'It isn’t in that channel: type /invite @Frontdesk there.';
    return (
      `Slack didn’t confirm a message from Frontdesk to ${where}, and Frontdesk can’t check if it arrived. ${why} ` +
      'Look there if it did: so that it doesn’t arrive twice, it isn’t sent again before Frontdesk has checked.'
    );
  },
  starting: {
    title: 'Not ready yet',
    text: 'Frontdesk has just started and can’t reach Slack yet. Try again in a minute.',
  },
};

export const say = words({ en });
