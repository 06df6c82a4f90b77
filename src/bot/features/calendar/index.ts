import { entryMessage } from '../../calendar/entry-message.ts';
import type { Feature } from '../../feature.ts';
import { notAllowedMessage } from './not-allowed.ts';

export function calendarFeature(): Feature {
  return { messages: [entryMessage, notAllowedMessage] };
}
