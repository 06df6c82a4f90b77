import type { Button } from '@slack/types';
import type { z } from 'zod';
import type { Audience, Viewer } from './incoming/arrival.ts';
import { type ButtonArgs, type Listener, on } from './incoming/listeners.ts';
import { confirmation, plain } from './views/blocks.ts';

export type By<Services> = Services & { viewer: Viewer };

export interface ButtonDefinition<Services, Value> {
  /** Action id. Messages with the button outlive a release, so it never changes. */
  id: string;
  role: Audience;
  /** Subject of the button: 2,000 characters of JSON at most (Slack's limit). */
  value: z.ZodType<Value>;
  /** Called after the press is acknowledged, in the person's language. */
  press(value: Value, by: By<Services>, args: ButtonArgs): Promise<unknown>;
}

interface ButtonText {
  text: string;
  /** Tells it from other buttons with the same text, for screen readers. */
  spoken?: string;
}

/** Defines a button that does something itself, in a message or a page. A window has a button of its own: `modal`. */
export function button<Services, Value extends object>({
  id,
  role,
  value,
  press,
}: ButtonDefinition<Services, Value>) {
  return {
    /** Slack refuses two of the same button in one row. */
    show: (about: Value, text: ButtonText) => buttonOf(id, about, text),
    listener: (services: Services): Listener =>
      on.action(id, role, async (args, viewer) => {
        await args.ack();
        await press(value.parse(JSON.parse(args.action.value ?? '{}')), { ...services, viewer }, args);
      }),
  };
}

/** A button of a window or an action that is defined elsewhere, by its id. */
export function buttonOf(id: string, about: object, text: ButtonText): Button {
  return actionButton(id, { ...text, value: JSON.stringify(about) });
}

export interface ActionButton extends ButtonText {
  value?: string;
  /** Question that Slack asks first. */
  asks?: Parameters<typeof confirmation>[0];
  isDanger?: true;
}

/** A button that runs the action with this id. */
export function actionButton(id: string, { text, spoken, value, asks, isDanger }: ActionButton): Button {
  const style = isDanger && ({ style: 'danger' } as const);
  return {
    type: 'button',
    action_id: id,
    text: plain(text, 75),
    ...(spoken !== undefined && { accessibility_label: plain(spoken, 75).text }),
    ...(value !== undefined && { value }),
    ...style,
    ...(asks && { confirm: { ...confirmation(asks), ...style } }),
  };
}
