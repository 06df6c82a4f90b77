import type { Request } from '../../../ledger/requests/request.ts';
import type { Message } from '../../../requests/result-views.ts';
import type { OffboardingDeps } from '../deps.ts';
import { isOffboarding } from '../request.ts';
import { asked, settled } from './asked.ts';

interface Copy {
  request: Request;
  about: unknown;
}

/** Texts that replace requests for approval in Slack after the decision, keyed by message name. */
export function settledApprovals({
  ledger,
  settings,
  clock,
}: Pick<OffboardingDeps, 'ledger' | 'settings' | 'clock'>) {
  return {
    async [asked.name]({ request, about }: Copy): Promise<Message | undefined> {
      const approval = await ledger.approvalOf(request.id);
      if (!approval || !isOffboarding(request)) return undefined;
      const { timezone } = settings();
      return settled({ request, approval, about, timezone, now: clock.now() });
    },
  };
}
