import type { Language } from '../../../../language.ts';
import { newHireForms } from '../form/fields.ts';
import type { HireRequest } from '../request.ts';
import { words } from '../words.ts';

/** What the requester is told about a request, in lines. */
export function summary(request: HireRequest, language: Language): string {
  const { starts, idLine } = words[language];
  const lines = [starts(request), ...newHireForms[language].summary(request), idLine(request)];
  return lines.filter((line) => line !== undefined).join('\n');
}

/** What the channels are told below the headline; empty where there is nothing to tell. */
export function details(request: HireRequest, language: Language): string {
  return newHireForms[language].summary(request, 'everybody').join('\n');
}
