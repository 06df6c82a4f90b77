import { WebAPIHTTPError, WebAPIRateLimitedError } from '@slack/web-api';
import { ZodError } from 'zod';
import { describeSlackFailure, slackCode } from '../../slack/posting/slack-failure.ts';
import { type Found, failure, unchecked } from '../check.ts';
import { say as sayChecks } from '../messages.ts';
import { networkTrouble } from '../network-trouble.ts';
import { say } from './messages.ts';

/** Why Slack didn't answer; undefined if it did, even with an error. */
export function unreached(error: unknown): Found | undefined {
  return slackCode(error) === undefined ? troubleReaching(error) : undefined;
}

/**
 * Describes an error that isn't an answer of Slack's.
 * @param error no answer of Slack's
 */
export function troubleReaching(error: unknown): Found {
  if (error instanceof WebAPIRateLimitedError) return unchecked(() => say().reach.busy);
  if (error instanceof WebAPIHTTPError) {
    const { statusCode } = error;
    return failure(() => say().reach.status(statusCode));
  }
  const network = networkTrouble(error);
  if (network) return failure(() => sayChecks().network[network.kind](say().slack, network.code));
  if (describeSlackFailure(error).code !== 'unreachable' || error instanceof ZodError)
    return failure(() => say().reach.unreadable);
  const kind = error instanceof Error ? error.name : typeof error;
  return failure(() => sayChecks().network.unknown(say().slack, kind));
}
