import { entryMessage } from '../../calendar/entry-message.ts';
import type { Feature } from '../../feature.ts';
import { notAllowedMessage } from './not-allowed.ts';

/** The day on which somebody starts or leaves, as files for people's calendars. */
export function calendarFeature(): Feature {
  return { register() {}, messages: [entryMessage, notAllowedMessage] };
}
