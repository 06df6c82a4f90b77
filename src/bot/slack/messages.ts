import { dayText, words } from '../../language.ts';
import { type Day, formatDay } from '../../time/dates.ts';

const tryAgain = 'Try again in a minute';
const reinstall = 'Reinstall the app from the current manifest';

/** Advice for a channel that Frontdesk can't post to, by Slack's error code. */
const channelAdvice: Record<string, string> = {
  channel_not_found: 'Type /invite @Frontdesk there',
  not_in_channel: 'Type /invite @Frontdesk there',
  is_archived: 'Unarchive it',
  restricted_action: 'Let Frontdesk post there too',
  missing_scope: reinstall,
  channel_is_public: 'Everyone could read who is leaving. Make it private',
  channel_is_shared: 'Another company could read who is leaving. Stop sharing it',
};

const en = {
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  dayEntered: (day: Day) => dayText(day, 'en-GB'),
  timeline: {
    now: 'Now',
    day: (day: Day, today: Day) => formatDay(day, 'en-GB', today),
    named: (day: string, name: string) => `${day}, ${name}`,
  },
  /** Shown above a form that Slack accepted only without its values. */
  notShownFilledIn: 'Slack couldn’t fill in this form. Copy everything from here.',
  failed: {
    title: 'Something went wrong',
    text: (reference: string) =>
      `Frontdesk couldn’t do this. Try again, or give your Frontdesk admin this reference: ${reference}`,
  },
  /** For a form whose handling takes longer than Slack waits. */
  notSaved: {
    title: tryAgain,
    text: 'This may not be saved. Wait a minute, then close this page. If the form is still filled in, submit it again.',
    /** For a form with no room for a page above it. */
    atField: 'This may not be saved. Wait a minute, then submit the form again.',
  },
  databaseAway: {
    title: tryAgain,
    text: (reference: string) =>
      `Frontdesk can’t reach its database, so this may not be saved. Reference for your Frontdesk admin: ${reference}`,
  },
  channelAdvice,
  channelTroubleWords: {
    cannot: (channel: string) => `Frontdesk can’t post in ${channel}.`,
    whatToDo: (advice: string) => `${advice}, or choose another channel in App Home.`,
    unknown: 'Check its settings in Slack',
    meanwhile: 'Messages wait up to a week.',
    meanwhileHr: 'Until then, HR gets them as direct messages.',
  },
  /**
   * Advice about a message that may be in Slack and can't be looked up, so it isn't sent again. In mrkdwn.
   * `code` is Slack's error code for the lookup.
   */
  unconfirmedAdvice(where: string, code: string): string {
    const why =
      code === 'missing_scope'
        ? `${reinstall}.`
        : code === 'too_much'
          ? 'There are too many newer messages.'
          : 'Type /invite @Frontdesk there.';
    return (
      `A message to ${where} may not have arrived, and Frontdesk can’t check. ${why} ` +
      'Look there: it isn’t sent again until it’s checked.'
    );
  },
  starting: {
    title: 'Not ready yet',
    text: 'Frontdesk has just started. Try again in a minute.',
  },
};

export const say = words({ en });
