import { z } from 'zod';
import { inputBlock } from '../../block-kit/interactive.ts';
import { type AppView, isTooLarge, readView } from '../../block-kit/view.ts';
import { viewSubmissionPayload } from '../../payloads/interaction.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome } from '../../verbs.ts';
import { type Client, type OpenView, topView } from '../client.ts';
import { words } from '../sentences.ts';
import { clientSideErrors } from './input-validation.ts';
import { dropViews, isExternalIdTaken, pushView, stackLimit, updateView } from './open-views.ts';

/** What an app may answer to a submission (docs.slack.dev/surfaces/modals); nothing at all closes the view. */
const Action = z.discriminatedUnion('response_action', [
  z.object({
    response_action: z.literal('errors'),
    errors: z
      .record(z.string(), z.string().min(1))
      .refine((errors) => Object.keys(errors).length > 0, 'no errors'),
  }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
]);

/** Presses the submit button of the top modal. */
export async function submit(slack: Slack, client: Client, verb: { viewId: string }): Promise<Outcome> {
  const open = topView(client);
  if (!open || open.id !== verb.viewId || open.view.type !== 'modal' || !open.view.submit || open.isBusy)
    return { outcome: 'refused', text: 'There is no form to submit.' };
  open.problem = null;
  open.errors = clientSideErrors(open);
  slack.changes.changed();
  if (Object.keys(open.errors).length > 0) return { outcome: 'errors', errors: open.errors };
  return send(slack, client, open);
}

async function send(slack: Slack, client: Client, open: OpenView): Promise<Outcome> {
  open.isBusy = true;
  const answer = await slack.delivery.deliver(viewSubmissionPayload(slack, client.person, open));
  open.isBusy = false;
  slack.changes.changed();
  if (!answer.ok) return trouble(slack, open, words.connecting);
  if (!client.views.includes(open)) return { outcome: 'closed' };
  // An empty answer closes whatever lies on top by now, also a view that the app has pushed in the meantime.
  if (answer.body === undefined) return close(slack, client, client.views.slice(-1));
  const action = Action.safeParse(answer.body);
  return action.success ? apply(slack, client, open, action.data) : trouble(slack, open, words.badAnswer);
}

function trouble(slack: Slack, open: OpenView, text: string): Outcome {
  open.problem = text;
  slack.changes.changed();
  return { outcome: 'no response', text };
}

function close(slack: Slack, client: Client, views: readonly OpenView[]): Outcome {
  dropViews(slack, client, views);
  return { outcome: 'closed' };
}

function apply(slack: Slack, client: Client, open: OpenView, action: z.infer<typeof Action>): Outcome {
  switch (action.response_action) {
    case 'clear':
      return close(slack, client, [...client.views]);
    case 'errors':
      return showErrors(slack, open, action.errors);
    case 'update':
      return withView(slack, open, open, action.view, (view) => {
        updateView(slack, open, view);
        return { outcome: 'updated' };
      });
    case 'push':
      return withView(slack, open, undefined, action.view, (view) => {
        if (client.views.length >= stackLimit) return trouble(slack, open, words.badAnswer);
        pushView(slack, client, view);
        return { outcome: 'pushed' };
      });
  }
}

/** Slack shows errors at input blocks alone; an answer that names another block is no answer. */
function showErrors(slack: Slack, open: OpenView, errors: Record<string, string>): Outcome {
  const isAtInputs = Object.keys(errors).every((id) => inputBlock(open.blocks, id));
  if (!isAtInputs) return trouble(slack, open, words.badAnswer);
  open.errors = errors;
  slack.changes.changed();
  return { outcome: 'errors', errors };
}

function withView(
  slack: Slack,
  open: OpenView,
  replaced: OpenView | undefined,
  json: unknown,
  use: (view: AppView) => Outcome,
): Outcome {
  const read = readView(json, 'modal');
  const isFine = 'view' in read && !isTooLarge(json) && !isExternalIdTaken(slack, read.view, replaced);
  return isFine ? use(read.view) : trouble(slack, open, words.badAnswer);
}
