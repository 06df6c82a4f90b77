import type { AllMiddlewareArgs, BlockAction, ButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { actions } from './fields.ts';
import { decided, tooLate } from './messages.ts';

/** A person says what Frontdesk could not find out. */
export const troubles: Feature = {
  name: 'troubles',
  register(deps) {
    const { app, only } = deps;
    app.action(actions.yes, only('managers'), answer(deps, true));
    app.action(actions.no, only('managers'), answer(deps, false));
  },
};

type Args = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;

/** HR answers for everybody, a manager for the requests of their own. */
function answer({ ledger }: FeatureDeps, yes: boolean) {
  return async ({ ack, body, action, respond, context }: Args) => {
    await ack();
    const id = action.value ?? '';
    const request = await ledger.find(id);
    const may = context.standing === 'hr' || request?.requester === body.user.id;
    if (!request || !may) return say(respond, tooLate(undefined));
    const decision = await ledger.decide(id, yes, body.user.id);
    if (decision.kind === 'taken') return say(respond, decided(decision.request, body.user.id));
    return say(respond, tooLate(decision.kind === 'gone' ? undefined : decision.request));
  };
}

async function say(respond: Args['respond'], text: string): Promise<void> {
  await respond({ replace_original: true, text });
}
