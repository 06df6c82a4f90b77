import { z } from 'zod';
import { inSlacksWords } from '../block-kit/check.ts';
import { interactiveIn } from '../block-kit/interactive.ts';
import { type AppView, isTooLarge, readView } from '../block-kit/read.ts';
import type { Built } from '../build.ts';
import type { OpenView } from '../client/client.ts';
import { stackLimit } from '../client/views.ts';
import { viewObject } from '../payloads/interactions.ts';
import {
  invalidArguments,
  type Method,
  type Methods,
  method,
  requireScope,
  SlackError,
  type Warn,
} from './method.ts';

const triggered = { trigger_id: z.string(), view: z.unknown() };
const hash = z.string().optional();

/** docs.slack.dev/reference/methods: views.open, views.push, views.update, views.publish. */
export const viewMethods: Methods = {
  'views.open': viewMethod(triggered, (parts, args, warn) => {
    const { client, view, isInside } = answered(parts, args);
    if (!isInside) return parts.views.open(client, view);
    warn('opened from inside a modal, not shown: use views.push or views.update');
    return parts.views.unseen(view);
  }),

  'views.push': viewMethod(triggered, (parts, args) => {
    const { client, view, isInside } = answered(parts, args);
    if (!isInside) throw new SlackError('not_found');
    if (client.views.length >= stackLimit) throw new SlackError('push_limit_reached');
    return parts.views.push(client, view);
  }),

  'views.update': viewMethod({ view_id: z.string(), view: z.unknown(), hash }, ({ views }, read) => {
    const open = views.all().find(({ id, view }) => view.type === 'modal' && id === read.view_id);
    if (!open) throw new SlackError('not_found');
    const view = checked(read.view, 'modal');
    if (read.hash !== undefined && read.hash !== open.hash) throw new SlackError('hash_conflict');
    views.update(open, view);
    return open;
  }),

  'views.publish': viewMethod(
    { user_id: z.string(), view: z.unknown(), hash },
    ({ app, clients, views }, read) => {
      if (!app.hasHome) throw new SlackError('not_enabled');
      const client = clients.get(read.user_id);
      if (!client) throw new SlackError('user_not_found');
      const view = checked(read.view, 'home');
      if (read.hash !== undefined && client.home && read.hash !== client.home.hash)
        throw new SlackError('hash_conflict');
      return views.publishHome(client, view);
    },
  ),
};

function viewMethod<Shape extends z.ZodRawShape>(
  shape: Shape,
  act: (parts: Built, args: z.output<z.ZodObject<Shape>>, warn: Warn) => OpenView,
): Method {
  return method([], shape, (parts, ...call) => ({ view: viewObject(parts.app, act(parts, ...call), {}) }));
}

/** Validates the view and consumes the trigger. `isInside`: the trigger came from a modal that is still open. */
function answered({ app, clients, triggers }: Built, args: { trigger_id: string; view?: unknown }) {
  const view = checked(args.view, 'modal');
  if (interactiveIn(view.blocks).some(({ element }) => element.type === 'file_input'))
    requireScope(app.scopes, 'files:read');
  const trigger = triggers.exchange(args.trigger_id);
  if ('error' in trigger) throw new SlackError(trigger.error);
  const client = clients.get(trigger.personId);
  if (!client) throw new SlackError('invalid_trigger_id');
  return { client, view, isInside: client.views.some(({ id }) => id === trigger.viewId) };
}

function checked(json: unknown, kind: 'modal' | 'home'): AppView {
  if (isTooLarge(json)) throw new SlackError('view_too_large');
  const read = readView(json, kind);
  if ('problems' in read) throw invalidArguments(inSlacksWords(read.problems));
  return read.read;
}
