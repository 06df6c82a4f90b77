import type { Language } from '../../../../language.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import type { Message } from '../../../requests/result-views.ts';
import type { OffboardingDeps } from '../deps.ts';
import { isOffboarding } from '../request.ts';
import { asked, settled } from './asked.ts';

/** A copy of a request for approval that stands in Slack. */
interface Copy {
  request: Request;
  /** As it was stored. */
  about: unknown;
}

/** What such copies show once somebody has decided, by the name of the message. */
export function settledApprovals({
  ledger,
  settings,
  clock,
}: Pick<OffboardingDeps, 'ledger' | 'settings' | 'clock'>) {
  return {
    async [asked.name]({ request, about }: Copy, language: Language): Promise<Message | undefined> {
      const approval = await ledger.approvalOf(request.id);
      if (!approval || !isOffboarding(request)) return undefined;
      const { timezone } = settings();
      return settled({ request, approval, about, timezone, now: clock.now() }, language);
    },
  };
}
