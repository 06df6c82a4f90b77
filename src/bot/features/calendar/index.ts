import { entryMessage } from '../../calendar/entry-message.ts';
import type { Feature } from '../../feature.ts';
import { notAllowedMessage } from './not-allowed.ts';

/** Calendar files for start and last days. */
export function calendarFeature(): Feature {
  return { messages: [entryMessage, notAllowedMessage] };
}
