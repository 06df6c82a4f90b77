import { z } from 'zod';
import { inputBlock } from '../../block-kit/interactive.ts';
import { type AppView, isTooLarge, readView } from '../../block-kit/view.ts';
import type { Changes } from '../../changes.ts';
import type { Outcome } from '../../verbs.ts';
import { type Client, type OpenView, topView } from '../client.ts';
import { type Handler, type HandlerParts, refused } from '../perform.ts';
import { sentences } from '../sentences.ts';
import { clientSideErrors } from './input-validation.ts';
import { stackLimit, type Views } from './views.ts';

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

type Parts = Pick<HandlerParts, 'interactions' | 'views' | 'changes'>;

/** Presses the submit button of the top modal. */
export function submitHandler(parts: Parts): Handler<'submit'> {
  const { changes } = parts;
  return async (client, verb) => {
    const open = topView(client);
    if (!open || open.id !== verb.viewId || open.view.type !== 'modal' || !open.view.submit || open.isBusy)
      return refused('There is no form to submit.');
    open.problem = null;
    open.errors = clientSideErrors(open);
    changes.changed();
    if (Object.keys(open.errors).length > 0) return { outcome: 'errors', errors: open.errors };
    return send(parts, client, open);
  };
}

async function send(parts: Parts, client: Client, open: OpenView): Promise<Outcome> {
  const { interactions, views, changes } = parts;
  open.isBusy = true;
  const answer = await interactions.viewSubmission(client.person, open);
  open.isBusy = false;
  changes.changed();
  if (!answer.ok) return trouble(changes, open, sentences.connecting);
  if (!client.views.includes(open)) return { outcome: 'closed' };
  // An empty answer closes whatever lies on top by now, also a view that the app has pushed in the meantime.
  if (answer.body === undefined) return close(views, client, client.views.slice(-1));
  const action = Action.safeParse(answer.body);
  return action.success
    ? apply(parts, client, open, action.data)
    : trouble(changes, open, sentences.badAnswer);
}

function trouble(changes: Changes, open: OpenView, text: string): Outcome {
  open.problem = text;
  changes.changed();
  return { outcome: 'no response', text };
}

function close(views: Views, client: Client, closed: readonly OpenView[]): Outcome {
  views.drop(client, closed);
  return { outcome: 'closed' };
}

function apply(parts: Parts, client: Client, open: OpenView, action: z.infer<typeof Action>): Outcome {
  const { views, changes } = parts;
  switch (action.response_action) {
    case 'clear':
      return close(views, client, [...client.views]);
    case 'errors':
      return showErrors(changes, open, action.errors);
    case 'update':
      return withView(parts, open, open, action.view, (view) => {
        views.update(open, view);
        return { outcome: 'updated' };
      });
    case 'push':
      return withView(parts, open, undefined, action.view, (view) => {
        if (client.views.length >= stackLimit) return trouble(changes, open, sentences.badAnswer);
        views.push(client, view);
        return { outcome: 'pushed' };
      });
  }
}

/** Slack shows errors at input blocks alone; an answer that names another block is no answer. */
function showErrors(changes: Changes, open: OpenView, errors: Record<string, string>): Outcome {
  const isAtInputs = Object.keys(errors).every((id) => inputBlock(open.blocks, id));
  if (!isAtInputs) return trouble(changes, open, sentences.badAnswer);
  open.errors = errors;
  changes.changed();
  return { outcome: 'errors', errors };
}

function withView(
  { views, changes }: Parts,
  open: OpenView,
  replaced: OpenView | undefined,
  json: unknown,
  use: (view: AppView) => Outcome,
): Outcome {
  const read = readView(json, 'modal');
  const isFine = 'view' in read && !isTooLarge(json) && !views.isExternalIdTaken(read.view, replaced);
  return isFine ? use(read.view) : trouble(changes, open, sentences.badAnswer);
}
