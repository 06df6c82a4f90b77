import type { AnyMiddlewareArgs, Context, Middleware } from '@slack/bolt';
import { commonLanguage, type Language, languages } from '../../../language.ts';
import { originOf } from './origin.ts';

/** Minimum role: HR, managers too, or every member of the workspace. */
export type Audience = 'hr' | 'managers' | 'members';

/** Guard for an audience, which stops the payloads of everybody else. With `isUnasked` it stops them silently. */
export type Only = (audience: Audience, isUnasked: boolean) => Middleware<AnyMiddlewareArgs>;

/** A person with access. */
export interface Viewer {
  userId: string;
  role: 'hr' | 'manager';
}

/** Sender of a payload that a guard let through. */
export function viewerOf({ body, context }: { body: unknown; context: Context }): Viewer {
  const role = context.role === 'hr' ? 'hr' : 'manager';
  return { userId: originOf(body).userId, role };
}

/** Language of the payload's sender; the common language if unknown. */
export function languageIn({ language }: Context): Language {
  return languages.find((one) => one === language) ?? commonLanguage;
}
