import type { InputBlock, NumberInput, PlainTextInput } from '@slack/types';
import { z } from 'zod';
import { looksLikeEmail } from '../block-kit/blocks.ts';
import { interactiveIn } from '../block-kit/interactive.ts';
import { isTooLarge, readView } from '../block-kit/read.ts';
import type { Built } from '../build.ts';
import { viewObject } from '../payloads/interactions.ts';
import type { ElementState, Outcome } from '../screen.ts';
import type { Canvas, Client, OpenView } from './client.ts';
import { contentOf } from './elements.ts';
import { done, refused, sentences, type VerbOf } from './outcomes.ts';
import { stackLimit } from './views.ts';

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

export async function submit(parts: Built, client: Client, verb: VerbOf<'submit'>): Promise<Outcome> {
  const open = client.views.at(-1);
  if (!open || open.id !== verb.viewId || open.view.type !== 'modal' || !open.view.submit || open.isBusy)
    return refused('There is no form to submit.');
  open.problem = null;
  open.errors = clientSideErrors(open);
  if (Object.keys(open.errors).length > 0) return { outcome: 'errors', errors: open.errors };
  return send(parts, client, open);
}

async function send(parts: Built, client: Client, open: OpenView): Promise<Outcome> {
  open.isBusy = true;
  const answer = await parts.interactions.viewSubmission(client.person, open);
  open.isBusy = false;
  if (!answer.ok) return trouble(open, sentences.connecting);
  if (!client.views.includes(open)) return { outcome: 'closed' };
  // An empty answer closes the view that is on top by now, even one that the app pushed meanwhile.
  if (answer.body === undefined) return closed(client, client.views.slice(-1));
  const action = Action.safeParse(answer.body);
  return action.success ? apply(parts, client, open, action.data) : trouble(open, sentences.badAnswer);
}

function trouble(open: OpenView, text: string): Outcome {
  open.problem = text;
  return { outcome: 'no response', text };
}

function closed(client: Client, dropped: readonly OpenView[]): Outcome {
  client.views = client.views.filter((open) => !dropped.includes(open));
  return { outcome: 'closed' };
}

function apply(parts: Built, client: Client, open: OpenView, action: Action): Outcome {
  switch (action.response_action) {
    case 'clear':
      return closed(client, client.views);
    case 'errors':
      return showErrors(open, action.errors);
    default:
      return showView(parts, client, open, action);
  }
}

/** Slack accepts errors for input blocks only; an answer that names another block is invalid. */
function showErrors(open: OpenView, errors: Record<string, string>): Outcome {
  const inputs = open.blocks.filter(({ type }) => type === 'input').map(({ block_id }) => block_id);
  if (!Object.keys(errors).every((id) => inputs.includes(id))) return trouble(open, sentences.badAnswer);
  open.errors = errors;
  return { outcome: 'errors', errors };
}

type ViewAction = Extract<Action, { view: unknown }>;

function showView({ views }: Built, client: Client, open: OpenView, action: ViewAction): Outcome {
  const { view: json, response_action } = action;
  const isPush = response_action === 'push';
  const read = readView(json, 'modal');
  if ('problems' in read || isTooLarge(json) || (isPush && client.views.length >= stackLimit))
    return trouble(open, sentences.badAnswer);
  if (isPush) views.push(client, read.read);
  else views.update(open, read.read);
  return { outcome: isPush ? 'pushed' : 'updated' };
}

/**
 * Slack's own validation errors by block id, before the app gets the submission. Deliberately coarse: the app
 * validates the rest.
 */
function clientSideErrors(canvas: Canvas): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { block, blockId, actionId } of interactiveIn(canvas.blocks)) {
    const state = canvas.elements[blockId]?.[actionId];
    const error = state && block.type === 'input' && errorOf(block, state);
    if (error) errors[blockId] = error;
  }
  return errors;
}

function errorOf({ element, optional }: InputBlock, state: ElementState): string | undefined {
  const [text] = contentOf(state);
  if (text === undefined) return optional ? undefined : 'Please complete this required field.';
  switch (element.type) {
    case 'email_text_input':
      return looksLikeEmail(text) ? undefined : 'Please enter a valid email address.';
    case 'url_text_input':
      return /^https?:\/\/[^\s]+\.[^\s]+$/i.test(text) ? undefined : 'Please enter a valid URL.';
    case 'number_input':
      return numberError(element, text);
    case 'plain_text_input':
      return lengthError(element, [...text].length);
    default:
      return undefined;
  }
}

function lengthError({ min_length: min = 0, max_length: max = 3000 }: PlainTextInput, length: number) {
  if (length < min) return `Please lengthen this text to ${min} characters or more.`;
  if (length > max) return `Please shorten this text to ${max} characters or less.`;
  return undefined;
}

function numberError(limits: NumberInput, text: string): string | undefined {
  const pattern = limits.is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/;
  if (!pattern.test(text)) return 'Please enter a valid number.';
  if (limits.min_value !== undefined && Number(text) < Number(limits.min_value))
    return `Please enter a number of at least ${limits.min_value}.`;
  if (limits.max_value !== undefined && Number(text) > Number(limits.max_value))
    return `Please enter a number of at most ${limits.max_value}.`;
  return undefined;
}

/** Presses Cancel: closes the top view, or all views if it sets `clear_on_close`. */
export async function close(parts: Built, client: Client, { viewId }: VerbOf<'close'>) {
  const open = client.views.at(-1);
  if (!open || open.id !== viewId) return refused('This view is already closed.');
  const clears = open.view.type === 'modal' && (open.view.clear_on_close ?? false);
  return drop(parts, client, open, clears);
}

/** Presses the X: closes all views and notifies the app about the root view. */
export async function closeAll(parts: Built, client: Client) {
  const [root] = client.views;
  return root ? drop(parts, client, root, true) : refused('There is no view to close.');
}

async function drop(parts: Built, client: Client, open: OpenView, isCleared: boolean): Promise<Outcome> {
  const outcome = closed(client, isCleared ? client.views : [open]);
  if (open.view.type === 'modal' && open.view.notify_on_close)
    await parts.interactions.viewClosed(client.person, open, isCleared);
  return outcome;
}

/** Opens the app's Home tab. The app fills it with `views.publish`, now or earlier. */
export async function openHome({ app, workspace, tellApp }: Built, { home, person }: Client) {
  if (!app.hasHome) return refused(`${app.name} has no Home tab.`);
  await tellApp({
    type: 'app_home_opened',
    user: person.id,
    channel: workspace.direct(person.id).id,
    tab: 'home',
    ...(home && { view: viewObject(app, home, home.elements) }),
  });
  return done;
}
