import type { Block, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';

/**
 * What every payload of a person says, whatever its kind: who, from which workspace, and the ways to answer.
 * A slash command says it flat, everything else nested.
 */
const Origin = z
  .object({
    type: z.string().optional(),
    command: z.string().optional(),
    user_id: z.string().optional(),
    team_id: z.string().optional(),
    user: z.object({ id: z.string(), team_id: z.string().optional() }).optional(),
    team: z.object({ id: z.string() }).nullish(),
    trigger_id: z.string().optional(),
    /** Not every event is of a person: a user group's has none. */
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

/** The parts of a view that a payload carries and that an update of it needs. */
export interface OpenView {
  id: string;
  type: string;
  /** Which state of it this is. */
  hash: string;
  callback_id: string;
  private_metadata: string;
  title: ModalView['title'];
  submit?: ModalView['submit'] | null;
  close?: ModalView['close'] | null;
  clear_on_close?: boolean;
  notify_on_close?: boolean;
  /** The window below it, and the lowest one. */
  previous_view_id?: string | null;
  root_view_id?: string | null;
  blocks: (Block | KnownBlock)[];
}

/** Reads a payload's origin. @throws ZodError for something that is no payload of a person */
export function originOf(body: unknown) {
  return Origin.parse(body);
}
