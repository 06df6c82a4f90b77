import { type Listener, Listeners } from '../../src/bot/slack/incoming/listeners.ts';
import type { WayIn } from './access-payloads.ts';

export function watchListeners() {
  const ways: WayIn[] = [];
  const ran: WayIn[] = [];
  const { add, addEvent } = Listeners.prototype;
  Listeners.prototype.add = function (listener: Listener) {
    const { kind, id: constraint, run } = listener;
    const way = { kind, constraint };
    ways.push(way);
    const noted: Listener['run'] = (args, viewer) => {
      ran.push(way);
      return run(args, viewer);
    };
    add.call(this, { ...listener, run: noted });
  };
  Listeners.prototype.addEvent = function (listener) {
    ways.push({ kind: 'event', constraint: listener.event });
    addEvent.call(this, listener);
  };
  return {
    ways,
    ran,
    restore: () => void Object.assign(Listeners.prototype, { add, addEvent }),
  };
}
