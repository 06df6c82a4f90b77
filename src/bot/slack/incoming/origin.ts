import type { AnyMiddlewareArgs, Context, Middleware } from '@slack/bolt';
import type { Block, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { commonLanguage, type Language, languages } from '../../../language.ts';
import { printable } from '../views/blocks.ts';

/** Sender and reply channels of any payload. A slash command has them flat, everything else nested. */
const Origin = z
  .object({
    type: z.string().optional(),
    command: z.string().optional(),
    user_id: z.string().optional(),
    team_id: z.string().optional(),
    user: z.object({ id: z.string(), team_id: z.string().optional() }).optional(),
    team: z.object({ id: z.string() }).nullish(),
    trigger_id: z.string().optional(),
    /** Some events have no user, such as those of user groups. */
    event: z.object({ user: z.string().optional().catch(undefined) }).optional(),
    view: z.custom<OpenView>().optional(),
  })
  .transform((body) => ({
    kind: body.command ? 'command' : (body.type ?? 'unknown'),
    userId: body.user_id ?? body.user?.id ?? body.event?.user ?? '',
    teamId: body.user?.team_id ?? body.team?.id ?? body.team_id ?? '',
    triggerId: body.trigger_id,
    view: body.view,
  }));

export interface OpenView extends Omit<ModalView, 'type' | 'submit' | 'close' | 'blocks'> {
  id: string;
  type: string;
  hash: string;
  callback_id: string;
  submit?: ModalView['submit'] | null;
  close?: ModalView['close'] | null;
  clear_on_close?: boolean;
  notify_on_close?: boolean;
  /** Ids of the window directly below, and of the lowest one. */
  previous_view_id?: string | null;
  root_view_id?: string | null;
  blocks: (Block | KnownBlock)[];
}

/** Throws ZodError if it isn't a payload of a person. */
export function originOf(body: unknown) {
  return Origin.parse(body);
}

/** Minimum role: HR, managers too, or every member of the workspace. */
export type Audience = 'hr' | 'managers' | 'members';

/** Guard for an audience, which stops the payloads of everybody else. With `isUnasked` it stops them silently. */
export type Only = (audience: Audience, isUnasked: boolean) => Middleware<AnyMiddlewareArgs>;

/** A person with access. */
export interface Viewer {
  userId: string;
  role: 'hr' | 'manager';
}

export function viewerOf({ body, context }: { body: unknown; context: Context }): Viewer {
  const role = context.role === 'hr' ? 'hr' : 'manager';
  return { userId: originOf(body).userId, role };
}

export function languageIn({ language }: Context): Language {
  return languages.find((one) => one === language) ?? commonLanguage;
}

/** Most characters read of a command or a message. */
export const mostRead = 4_000;

/** Zero-width spaces, which come along when text is copied. */
const invisible = /[\u200B\u2060\uFEFF]/g;

/** Beginning of a text, without invisible characters, and whether it was cut. */
export function bounded(text: string): { text: string; isCut: boolean } {
  return {
    text: printable(text.slice(0, mostRead)).replace(invisible, ''),
    isCut: text.length > mostRead,
  };
}
