import { Listeners } from '../../src/bot/slack/incoming/listeners.ts';
import type { WayIn } from './access-payloads.ts';

const kinds = ['command', 'shortcut', 'action', 'options', 'view', 'closed', 'event'] as const;

type Listener = (args: never) => unknown;

/**
 * Records the bot's listeners and which of them run. The last listener of a registration does the work; those
 * before it are conditions. Call `restore` afterwards.
 */
export function watchListeners() {
  const ways: WayIn[] = [];
  const ran: WayIn[] = [];
  const originals = kinds.map((kind) => [kind, Reflect.get(Listeners.prototype, kind)] as const);
  for (const [kind, original] of originals) {
    function register(this: Listeners, constraint: unknown, ...listeners: Listener[]): unknown {
      const way = { kind, constraint: nameOf(constraint) };
      ways.push(way);
      const last = listeners.pop();
      const noted = (args: never) => {
        ran.push(way);
        return last?.(args);
      };
      return Reflect.apply(original, this, [constraint, ...listeners, noted]);
    }
    Reflect.set(Listeners.prototype, kind, register);
  }
  return {
    /** Every registered listener. */
    ways,
    /** Listeners that ran, in order. */
    ran,
    restore() {
      for (const [kind, original] of originals) Reflect.set(Listeners.prototype, kind, original);
    },
  };
}

function nameOf(constraint: unknown): string {
  return constraint instanceof RegExp ? constraint.source : String(constraint);
}
