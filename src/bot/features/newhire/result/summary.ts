import { newHireFields } from '../form/fields.ts';
import { idLine, starts } from '../messages.ts';
import type { HireRequest } from '../request.ts';

/** What the requester is told about a request, in lines. */
export function summary(request: HireRequest): string {
  const lines = [starts(request), ...newHireFields.summary(request), idLine(request)];
  return lines.filter((line) => line !== undefined).join('\n');
}

/** What the channels are told below the headline; empty where there is nothing to tell. */
export function details(request: HireRequest): string {
  return newHireFields.summary(request, 'everybody').join('\n');
}
