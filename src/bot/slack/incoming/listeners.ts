import type {
  AnyMiddlewareArgs,
  App,
  Middleware,
  SlackEventMiddlewareArgs,
  ViewClosedAction,
} from '@slack/bolt';
import type { AnyArgs } from './answer.ts';
import type {
  ButtonArgs,
  ChangeArgs,
  ClosedArgs,
  CommandArgs,
  FormArgs,
  MenuArgs,
  MessageArgs,
  ShortcutArgs,
} from './args.ts';
import { handlingOf } from './handling.ts';

type Kind = 'command' | 'shortcut' | 'action' | 'options' | 'view' | 'closed';
type Guard = Middleware<AnyMiddlewareArgs>;
type Listener<Args> = (args: Args) => Promise<unknown>;

interface Registered {
  guard: Guard;
  listener: Listener<never>;
}

/**
 * Listeners, each with a guard. Bolt would try every listener of the app for every payload, which takes longer than
 * most answers; so it gets one of each kind, which finds ours by id. Unknown ids aren't acknowledged, as with Bolt.
 */
export class Listeners {
  readonly #app: App;
  /** By kind and Slack's id: the name of a command, or the id of an element, shortcut or form. */
  readonly #byId = new Map<string, Registered>();
  readonly #byPattern: (Registered & { pattern: RegExp })[] = [];

  constructor(app: App) {
    this.#app = app;
    app.command(/^/, (args) => this.#run('command', args.command.command, args));
    app.shortcut(/^/, (args) => this.#run('shortcut', args.shortcut.callback_id, args));
    app.action({ type: 'block_actions' }, (args) => this.#run('action', args.action.action_id, args));
    app.options({ type: 'block_suggestion' }, (args) => this.#run('options', args.options.action_id, args));
    app.view(/^/, (args) => this.#run('view', args.view.callback_id, args));
    const closed = { callback_id: /^/, type: 'view_closed' } as const;
    app.view<ViewClosedAction>(closed, (args) => this.#run('closed', args.view.callback_id, args));
  }

  command(name: string, guard: Guard, listener: Listener<CommandArgs>): void {
    this.#add('command', name, { guard, listener });
  }

  shortcut<Args extends ShortcutArgs | MessageArgs>(id: string, guard: Guard, listener: Listener<Args>) {
    this.#add('shortcut', id, { guard, listener });
  }

  /** @param id of a button, or a pattern for the elements of a form; see `anyOf` */
  action(id: string, guard: Guard, listener: Listener<ButtonArgs>): void;
  action(id: RegExp, guard: Guard, listener: Listener<ChangeArgs>): void;
  action(id: string | RegExp, guard: Guard, listener: Listener<never>): void {
    if (typeof id === 'string') this.#add('action', id, { guard, listener });
    else this.#byPattern.push({ pattern: id, guard, listener });
  }

  options(id: string, guard: Guard, listener: Listener<MenuArgs>): void {
    this.#add('options', id, { guard, listener });
  }

  view(id: string, guard: Guard, listener: Listener<FormArgs>): void {
    this.#add('view', id, { guard, listener });
  }

  /**
   * Closing of a window with `notify_on_close`.
   * @param id its `callback_id`
   */
  closed(id: string, guard: Guard, listener: Listener<ClosedArgs>): void {
    this.#add('closed', id, { guard, listener });
  }

  /** Has no guard, since events are not actions of people: the listener checks access. */
  event<Name extends string>(name: Name, listener: Middleware<SlackEventMiddlewareArgs<Name>>): void {
    this.#app.event(name, async (args) => {
      handlingOf(args.context).listener = name;
      await listener(args);
    });
  }

  #add(kind: Kind, id: string, registered: Registered): void {
    const name = `${kind} ${id}`;
    if (this.#byId.has(name)) throw new Error(`Two listeners for ${name}: only one of them would run.`);
    this.#byId.set(name, registered);
  }

  async #run(kind: Kind, id: string, args: AnyArgs): Promise<void> {
    const ofElement = () => this.#byPattern.find(({ pattern }) => pattern.test(id));
    const registered = this.#byId.get(`${kind} ${id}`) ?? (kind === 'action' ? ofElement() : undefined);
    if (!registered) return;
    handlingOf(args.context).listener = 'pattern' in registered ? 'field' : id;
    const { guard, listener } = registered;
    // The kind of the payload determines the listener's arguments.
    await guard({ ...args, next: async () => void (await listener(args as never)) });
  }
}
