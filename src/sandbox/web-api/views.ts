import { z } from 'zod';
import { inSlacksWords } from '../block-kit/check.ts';
import { type AppView, isTooLarge, readView } from '../block-kit/read.ts';
import type { OpenView } from '../client/client.ts';
import { stackLimit } from '../client/views.ts';
import { viewObject } from '../payloads/interactions.ts';
import {
  type Args,
  invalidArguments,
  Json,
  type Method,
  type MethodParts,
  type Methods,
  readArguments,
  SlackError,
  type Warn,
} from './method.ts';

const OpenArguments = z.object({ trigger_id: z.string(), view: Json });
const UpdateArguments = z.object({ view_id: z.string(), view: Json, hash: z.string().optional() });
const PublishArguments = z.object({ user_id: z.string(), view: Json, hash: z.string().optional() });

type Parts = Pick<MethodParts, 'app' | 'clients' | 'triggers' | 'views'>;

/** docs.slack.dev/reference/methods: views.open, views.push, views.update, views.publish. */
export const viewMethods: Methods = {
  'views.open': answeringView(open),
  'views.push': answeringView(push),
  'views.update': answeringView(update),
  'views.publish': answeringView(publish),
};

function answeringView(act: (parts: Parts, args: Args, warn: Warn) => OpenView): Method {
  const run: Method['run'] = (parts, ...call) => ({ view: viewObject(parts.app, act(parts, ...call), {}) });
  return { token: 'bot', scopes: [], run };
}

function open(parts: Parts, args: Args, warn: Warn): OpenView {
  const { client, view, isInside } = triggered(parts, args);
  if (!isInside) return parts.views.open(client, view);
  warn('opened from inside a modal, not shown: use views.push or views.update');
  return parts.views.unseen(view);
}

function push(parts: Parts, args: Args): OpenView {
  const { client, view, isInside } = triggered(parts, args);
  if (!isInside) throw new SlackError('not_found');
  if (client.views.length >= stackLimit) throw new SlackError('push_limit_reached');
  return parts.views.push(client, view);
}

/** Validates the view and consumes the trigger. `isInside`: the trigger came from a modal that is still open. */
function triggered({ clients, triggers }: Parts, args: Args) {
  const { trigger_id, view: json } = readArguments(OpenArguments, args);
  const view = checked(json, 'modal');
  const trigger = triggers.exchange(trigger_id);
  if ('error' in trigger) throw new SlackError(trigger.error);
  const client = clients.get(trigger.personId);
  if (!client) throw new SlackError('invalid_trigger_id');
  return { client, view, isInside: client.views.some(({ id }) => id === trigger.viewId) };
}

function update({ views }: Parts, args: Args): OpenView {
  const read = readArguments(UpdateArguments, args);
  const open = views.all().find(({ id, view }) => view.type === 'modal' && id === read.view_id);
  if (!open) throw new SlackError('not_found');
  const view = checked(read.view, 'modal');
  if (read.hash !== undefined && read.hash !== open.hash) throw new SlackError('hash_conflict');
  views.update(open, view);
  return open;
}

function publish({ app, clients, views }: Parts, args: Args): OpenView {
  const read = readArguments(PublishArguments, args);
  if (!app.hasHome) throw new SlackError('not_enabled');
  const client = clients.get(read.user_id);
  if (!client) throw new SlackError('user_not_found');
  const view = checked(read.view, 'home');
  if (read.hash !== undefined && client.home && read.hash !== client.home.hash)
    throw new SlackError('hash_conflict');
  return views.publishHome(client, view);
}

function checked(json: unknown, kind: 'modal' | 'home'): AppView {
  if (isTooLarge(json)) throw new SlackError('view_too_large');
  const read = readView(json, kind);
  if ('problems' in read) throw invalidArguments(inSlacksWords(read.problems));
  return read.view;
}
