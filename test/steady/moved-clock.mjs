import { ServerResponse } from 'node:http';

/**
 * Preloaded (`NODE_OPTIONS=--import …`) to shift the process's clock by TEST_CLOCK_SHIFT milliseconds. Plain
 * JavaScript, since npm's own Node loads it too.
 */
const shift = Number(process.env.TEST_CLOCK_SHIFT ?? 0);
const TrueDate = Date;

class MovedDate extends TrueDate {
  /** @param {...any} parts */
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + shift;
  }
}

Object.defineProperty(MovedDate, 'name', { value: 'Date' });
globalThis.Date = MovedDate;

// Node's own `Date` header comes from the true clock.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function writeMovedHead(...parts) {
  if (this.sendDate && !this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, parts);
};
