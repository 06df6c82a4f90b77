/**
 * Loaded before everything else (`NODE_OPTIONS=--import …`): the process lives at another instant, by as many
 * milliseconds as TEST_CLOCK_SHIFT says. Plain JavaScript, since npm's own Node loads it too.
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
