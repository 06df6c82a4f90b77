import type {
  AllMiddlewareArgs,
  App,
  BlockAction,
  ButtonAction,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewClosedAction,
  ViewSubmitAction,
} from '@slack/bolt';
import type { AnyArgs } from './answer.ts';
import { type Audience, arrivalOf, type Only, type Viewer, viewerOf } from './arrival.ts';

type Kind = 'command' | 'shortcut' | 'action' | 'options' | 'view' | 'closed';

/** A listener as a value: a feature lists it, the bot registers it behind the check of access. */
export interface Listener {
  kind: Kind;
  /** Name of a command; id of a shortcut, an element or a window. */
  id: string;
  /** Label for logs and metrics. */
  label: string;
  role: Audience;
  isUnasked: boolean;
  /** The kind of the payload determines the arguments. */
  run(args: never, viewer: Viewer): Promise<unknown>;
}

/** Listener of a feature for an event. It has no role, since events are not actions of people: it checks access. */
export interface EventListener {
  event: string;
  run(args: never): Promise<unknown>;
}

type Run<Args> = (args: Args, viewer: Viewer) => Promise<unknown>;

function of<Most>(kind: Kind, label?: string) {
  return <Args extends Most>(id: string, role: Audience, run: Run<Args>): Listener => ({
    kind,
    id,
    label: label ?? id,
    role,
    run,
    isUnasked: false,
  });
}

export const on = {
  command: of<CommandArgs>('command'),
  shortcut: of<ShortcutArgs | MessageArgs>('shortcut'),
  action: of<ButtonArgs>('action'),
  change: of<ChangeArgs>('action', 'field'),
  options: of<MenuArgs>('options'),
  view: of<FormArgs>('view'),
  /** Closing of a window with `notify_on_close`. */
  closed: of<ClosedArgs>('closed'),
  event: <Name extends string>(
    event: Name,
    run: (args: SlackEventMiddlewareArgs<Name> & AllMiddlewareArgs) => Promise<unknown>,
  ): EventListener => ({ event, run }),
};

/**
 * Bolt would try every listener of the app for every payload, which takes longer than most answers; so it
 * gets one of each kind, which finds ours by id.
 */
export class Listeners {
  readonly #app: App;
  readonly #only: Only;
  readonly #byId = new Map<string, Listener>();

  constructor(app: App, only: Only) {
    this.#app = app;
    this.#only = only;
    app.command(/^/, (args) => this.#run('command', args.command.command, args));
    app.shortcut(/^/, (args) => this.#run('shortcut', args.shortcut.callback_id, args));
    app.action({ type: 'block_actions' }, (args) => this.#run('action', args.action.action_id, args));
    app.options({ type: 'block_suggestion' }, (args) => this.#run('options', args.options.action_id, args));
    app.view(/^/, (args) => this.#run('view', args.view.callback_id, args));
    const closed = { callback_id: /^/, type: 'view_closed' } as const;
    app.view<ViewClosedAction>(closed, (args) => this.#run('closed', args.view.callback_id, args));
  }

  /** @throws Error for a second listener with the same kind and id */
  add(listener: Listener): void {
    const name = `${listener.kind} ${listener.id}`;
    if (this.#byId.has(name)) throw new Error(`Two listeners for ${name}: only one of them would run.`);
    this.#byId.set(name, listener);
  }

  addEvent({ event, run }: EventListener): void {
    this.#app.event(event, async (args) => {
      arrivalOf(args.context).listener = event;
      await run(args as never);
    });
  }

  async #run(kind: Kind, id: string, args: AnyArgs): Promise<void> {
    const listener = this.#byId.get(`${kind} ${id}`);
    if (!listener) return;
    arrivalOf(args.context).listener = listener.label;
    const guard = this.#only(listener.role, listener.isUnasked);
    await guard({ ...args, next: async () => void (await listener.run(args as never, viewerOf(args))) });
  }
}

export type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
export type ShortcutArgs = SlackShortcutMiddlewareArgs & AllMiddlewareArgs;
export type MessageArgs = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;
export type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;
export type ChangeArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;
export type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;
export type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;
type ClosedArgs = SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs;
export type HomeArgs = SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs;
