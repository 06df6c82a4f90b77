import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';

export interface HomeServices extends Bot {
  /** All other features, in display order. */
  features: readonly Feature[];
}
