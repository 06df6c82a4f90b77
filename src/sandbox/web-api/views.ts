import { z } from 'zod';
import { inSlacksWords } from '../block-kit/check.ts';
import { type AppView, isTooLarge, readView } from '../block-kit/view.ts';
import type { Client, OpenView } from '../client/client.ts';
import {
  allViews,
  isExternalIdTaken,
  openView,
  publishHome,
  pushView,
  stackLimit,
  unseenView,
  updateView,
} from '../client/views/open-views.ts';
import type { Trigger } from '../interactivity/triggers.ts';
import { viewObject } from '../payloads/view-object.ts';
import type { Slack } from '../slack.ts';
import { invalidArguments, Json, type Method, readArguments, SlackError } from './method.ts';

const OpenArguments = z.object({ trigger_id: z.string(), view: Json });
const UpdateArguments = z.object({
  view_id: z.string().optional(),
  external_id: z.string().optional(),
  view: Json,
  hash: z.string().optional(),
});
const PublishArguments = z.object({ user_id: z.string(), view: Json, hash: z.string().optional() });

/** docs.slack.dev/reference/methods: views.open, views.push, views.update, views.publish. */
export const viewMethods: Record<string, Method> = {
  'views.open': {
    token: 'bot',
    scopes: [],
    run({ slack, args, warn }) {
      const read = readArguments(OpenArguments, args);
      const view = checked(slack, read.view, 'modal');
      const { client, trigger } = exchanged(slack, read.trigger_id);
      const isInside = client.views.some(({ id }) => id === trigger.viewId);
      if (!isInside) return answer(slack, openView(slack, client, view));
      warn('opened from inside a modal, not shown: use views.push or views.update');
      return answer(slack, unseenView(slack, view));
    },
  },
  'views.push': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const read = readArguments(OpenArguments, args);
      const view = checked(slack, read.view, 'modal');
      const { client, trigger } = exchanged(slack, read.trigger_id);
      if (!client.views.some(({ id }) => id === trigger.viewId)) throw new SlackError('not_found');
      if (client.views.length >= stackLimit) throw new SlackError('push_limit_reached');
      return answer(slack, pushView(slack, client, view));
    },
  },
  'views.update': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const read = readArguments(UpdateArguments, args);
      const open = found(slack, read);
      const view = checked(slack, read.view, 'modal', open);
      if (read.hash !== undefined && read.hash !== open.hash) throw new SlackError('hash_conflict');
      updateView(slack, open, view);
      return answer(slack, open);
    },
  },
  'views.publish': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const read = readArguments(PublishArguments, args);
      if (!slack.app.hasHome) throw new SlackError('not_enabled');
      const client = slack.clients.get(read.user_id);
      if (!client) throw new SlackError('user_not_found');
      const view = checked(slack, read.view, 'home', client.home ?? undefined);
      if (read.hash !== undefined && client.home && read.hash !== client.home.hash)
        throw new SlackError('hash_conflict');
      return answer(slack, publishHome(slack, client, view));
    },
  },
};

function answer(slack: Slack, open: OpenView) {
  return { view: viewObject(slack, open, {}) };
}

function checked(slack: Slack, json: unknown, kind: 'modal' | 'home', replaced?: OpenView): AppView {
  if (isTooLarge(json)) throw new SlackError('view_too_large');
  const read = readView(json, kind);
  if ('problems' in read) throw invalidArguments(inSlacksWords(read.problems));
  if (isExternalIdTaken(slack, read.view, replaced)) throw new SlackError('duplicate_external_id');
  return read.view;
}

function exchanged(slack: Slack, triggerId: string): { client: Client; trigger: Trigger } {
  const result = slack.triggers.exchange(triggerId);
  if ('error' in result) throw new SlackError(result.error);
  const client = slack.clients.get(result.trigger.personId);
  if (!client) throw new SlackError('invalid_trigger_id');
  return { client, trigger: result.trigger };
}

function found(
  slack: Slack,
  read: { view_id?: string | undefined; external_id?: string | undefined },
): OpenView {
  if (read.view_id && read.external_id)
    throw invalidArguments(['Cannot provide both `view_id` and `external_id`']);
  if (!read.view_id && !read.external_id)
    throw invalidArguments(['Must provide either `view_id` or `external_id`']);
  const isMeant = (open: OpenView) =>
    open.id === read.view_id || (read.external_id && open.view.external_id === read.external_id);
  const hit = allViews(slack).find(({ open }) => open.view.type === 'modal' && isMeant(open));
  if (!hit) throw new SlackError('not_found');
  return hit.open;
}
