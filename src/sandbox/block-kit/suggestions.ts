import type { Option, OptionGroup } from '@slack/types';
import { isObject, list, object, type Problem } from './check.ts';
import { normalized } from './normalized.ts';
import { option, optionGroup } from './objects.ts';

const ofOptions = object({ options: list(option, { max: 100 }) });
const ofGroups = object({ option_groups: list(optionGroup, { max: 100 }) });

/** Parses an app's answer to `block_suggestion`: up to 100 options, or up to 100 groups of up to 100 options. */
export function readSuggestions(
  body: unknown,
): { options: Option[]; groups: OptionGroup[] } | { problems: Problem[] } {
  const grouped = isObject(body) && body.option_groups !== undefined;
  const problems = (grouped ? ofGroups : ofOptions)(body, '');
  if (problems.length > 0) return { problems };
  // The checks above prove this type, but TypeScript can't follow them.
  const read = normalized(body) as { options?: Option[]; option_groups?: OptionGroup[] };
  return { options: read.options ?? [], groups: read.option_groups ?? [] };
}
