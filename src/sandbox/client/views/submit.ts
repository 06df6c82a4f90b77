import { z } from 'zod';
import { inputBlock } from '../../block-kit/interactive.ts';
import { isTooLarge, readView } from '../../block-kit/view.ts';
import type { Changes } from '../../changes.ts';
import type { Outcome } from '../../verbs.ts';
import { type Client, type OpenView, topView } from '../client.ts';
import { type HandlerParts, refused, type VerbOf } from '../perform.ts';
import { sentences } from '../sentences.ts';
import { clientSideErrors } from './input-validation.ts';
import { stackLimit, type Views } from './views.ts';

/** Valid answers to a submission (docs.slack.dev/surfaces/modals); an empty answer closes the view. */
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

type Action = z.infer<typeof Action>;

type Parts = Pick<HandlerParts, 'interactions' | 'views' | 'changes'>;

/** Submits the top modal. */
export async function submit(parts: Parts, client: Client, verb: VerbOf<'submit'>): Promise<Outcome> {
  const open = topView(client);
  if (!open || open.id !== verb.viewId || open.view.type !== 'modal' || !open.view.submit || open.isBusy)
    return refused('There is no form to submit.');
  open.problem = null;
  open.errors = clientSideErrors(open);
  parts.changes.changed();
  if (Object.keys(open.errors).length > 0) return { outcome: 'errors', errors: open.errors };
  return send(parts, client, open);
}

async function send(parts: Parts, client: Client, open: OpenView): Promise<Outcome> {
  const { interactions, views, changes } = parts;
  open.isBusy = true;
  const answer = await interactions.viewSubmission(client.person, open);
  open.isBusy = false;
  changes.changed();
  if (!answer.ok) return trouble(changes, open, sentences.connecting);
  if (!client.views.includes(open)) return { outcome: 'closed' };
  // An empty answer closes the view that is on top by now, even one that the app pushed meanwhile.
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

function apply(parts: Parts, client: Client, open: OpenView, action: Action): Outcome {
  switch (action.response_action) {
    case 'clear':
      return close(parts.views, client, client.views);
    case 'errors':
      return showErrors(parts.changes, open, action.errors);
    default:
      return showView(parts, client, open, action);
  }
}

/** Slack accepts errors for input blocks only; an answer that names another block is invalid. */
function showErrors(changes: Changes, open: OpenView, errors: Record<string, string>): Outcome {
  const isAtInputs = Object.keys(errors).every((id) => inputBlock(open.blocks, id));
  if (!isAtInputs) return trouble(changes, open, sentences.badAnswer);
  open.errors = errors;
  changes.changed();
  return { outcome: 'errors', errors };
}

type ViewAction = Extract<Action, { view: unknown }>;

function showView({ views, changes }: Parts, client: Client, open: OpenView, action: ViewAction): Outcome {
  const { view: json, response_action } = action;
  const isPush = response_action === 'push';
  const read = readView(json, 'modal');
  const isFine =
    'view' in read && !isTooLarge(json) && !views.isExternalIdTaken(read.view, isPush ? undefined : open);
  if (!isFine || (isPush && client.views.length >= stackLimit))
    return trouble(changes, open, sentences.badAnswer);
  if (isPush) views.push(client, read.view);
  else views.update(open, read.view);
  return { outcome: isPush ? 'pushed' : 'updated' };
}
