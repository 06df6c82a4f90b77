import type { Request } from '../../../ledger/requests/request.ts';
import { escapeMrkdwn } from '../../../slack/views/blocks.ts';
import type { OffboardingDeps } from '../deps.ts';
import { say } from './messages.ts';

/** Lines on a request's page: the deadline for approval, and the conversation. In mrkdwn. */
export async function approvalLines(
  request: Request,
  { ledger, settings }: Pick<OffboardingDeps, 'ledger' | 'settings'>,
): Promise<string[]> {
  const approval = await ledger.approvalOf(request.id);
  if (!approval) return [];
  const { until, written } = say();
  const isOpen = request.state === 'awaiting_approval';
  return [
    ...(isOpen ? [escapeMrkdwn(until(approval.lapsesAt, settings().timezone))] : []),
    ...approval.notes.map(written),
  ];
}
