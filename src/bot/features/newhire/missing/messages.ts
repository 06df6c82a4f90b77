import { words } from '../../../../language.ts';
import { cut } from '../../../slack/views/blocks.ts';

const en = {
  label: 'Missing in the onboarding service',
  title: 'Start',
  asks: (name: string) => `${cut(name, 140)} is no longer in the onboarding service. Cancel the start?`,
  untilThen: 'Until you answer, Frontdesk announces nothing about this person and sends no reminders.',
  open: 'No longer in the onboarding service',
  cancel: 'Cancel start',
  keep: 'Keep start',
  /** Accessibility label: tells several people's buttons apart in a screen reader. */
  spoken: (label: string, name: string) => cut(`${label}: ${name}`, 75),
  confirm: {
    title: 'Cancel this start?',
    text: 'Everyone who was told about this person is notified that they won’t start.',
    yes: 'Cancel start',
    no: 'Go back',
  },
  over: 'Nothing was changed: this was answered already, or the person is back in the onboarding service.',
  back: 'The person is back in the onboarding service.',
  /** In mrkdwn. @param by a Slack user id */
  cancelled: (by: string) => `<@${by}> cancelled the start.`,
  kept: (by: string) => `<@${by}> kept the start.`,
  off: 'The start is cancelled.',
};

export const say = words({ en });
