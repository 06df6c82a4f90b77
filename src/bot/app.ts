import type { Feature } from './feature.ts';
import { amendmentsFeature } from './features/amendments/index.ts';
import { attentionFeature } from './features/attention/index.ts';
import { calendarFeature } from './features/calendar/index.ts';
import { checkupFeature } from './features/checkup/index.ts';
import { digestFeature } from './features/digest/index.ts';
import { helpFeature } from './features/help/index.ts';
import { homeFeature } from './features/home/index.ts';
import { settledProposals } from './features/newhire/elsewhere/proposals.ts';
import { newHireFeature } from './features/newhire/index.ts';
import { settledMissing } from './features/newhire/missing.ts';
import { newHire } from './features/newhire/request-type.ts';
import { settledApprovals } from './features/offboarding/approval/announcements.ts';
import { offboardingFeature } from './features/offboarding/index.ts';
import { offboardingRequest } from './features/offboarding/request-type.ts';
import { peopleFeature } from './features/people/index.ts';
import { remindersFeature } from './features/reminders/index.ts';
import { sequencesFeature } from './features/sequences/index.ts';
import { settingsFeature } from './features/settings/index.ts';
import { setupFeature } from './features/setup/index.ts';
import { tasksFeature } from './features/tasks/index.ts';
import { webhooksFeature } from './features/webhooks/index.ts';
import type { RequestType } from './requests/define-request.ts';
import { createServices, type FrontdeskOptions } from './services.ts';
import { setupSteps } from './setup-steps.ts';

const requestTypes: readonly RequestType[] = [newHire, offboardingRequest];

/**
 * Starts the bot on a migrated database. Resolves when health probes are answered and open requests have been
 * resumed; keeps trying to reach Slack and the onboarding service. `connected` resolves on the first connection to
 * Slack, or rejects with SlackTokenRefused if Slack refuses a token before that. `stop` leaves the database open, as
 * the caller passed it in.
 * @throws what the port or the database throws
 */
export async function startFrontdesk(options: FrontdeskOptions) {
  const services = await createFrontdesk(options);
  const { ledger, directory, link } = services.bot;
  try {
    const url = await services.start();
    return { url, ledger, directory, connected: link.up, drain: services.drain, stop: services.stop };
  } catch (error) {
    await services.stop();
    throw error;
  }
}

/** Builds the bot with its features. Starts nothing, and calls nothing but the database. */
export async function createFrontdesk(options: FrontdeskOptions) {
  const services = await createServices(options, requestTypes, () => features);
  const bot = { ...services.bot, setupSteps };
  const tasks = tasksFeature(bot);
  const others = [
    setupFeature(bot),
    settingsFeature(bot),
    newHireFeature(bot),
    offboardingFeature(bot),
    sequencesFeature(bot),
    peopleFeature(bot),
    checkupFeature(bot),
    attentionFeature({
      ...bot,
      settledBy: { ...settledApprovals(bot), ...settledMissing, ...settledProposals(bot) },
    }),
    amendmentsFeature(bot),
    tasks,
    remindersFeature({ ...bot, comingTasks: tasks.coming }),
    digestFeature(bot),
    calendarFeature(bot),
    webhooksFeature(bot),
    helpFeature(bot),
  ];
  const features: Feature[] = [...others, homeFeature({ ...bot, features: others })];
  return services;
}
