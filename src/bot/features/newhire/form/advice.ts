import type { KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { tick } from '../../../slack/views/inputs.ts';
import { adviceId, isBlockOf, withBlocks } from '../../../slack/views/view.ts';
import { words } from '../words.ts';
import { actions, blocks, noticeId } from './ids.ts';
import type { OfferedRole } from './roles.ts';
import type { Advice, Warning } from './warnings.ts';

type AnyBlock = OpenView['blocks'][number];

/** A form that was submitted, with its warnings on top too; see `advised`. */
export function withAdvice(open: OpenView, advice: Advice): ModalView {
  return withBlocks(open, advised(open.blocks, advice, true));
}

/**
 * A form's blocks with warnings beside their fields. The fields stay as they are, so nothing typed is lost.
 * @param onTop whether the warnings also stand on top, with the tick that overrides them: from the submission on
 */
export function advised(
  blocks: readonly AnyBlock[],
  advice: Advice,
  onTop = blocks.some(isAnyway),
): AnyBlock[] {
  const { warnings, language } = advice;
  const fields = blocks.filter((block) => !comesAndGoes(block));
  const top = onTop && warnings.length > 0 ? overriding(warnings, language) : [];
  return [...top, ...fields.flatMap((block) => [block, ...beside(block, advice)])];
}

function isAnyway({ block_id: id = '' }: AnyBlock): boolean {
  return isBlockOf(id, 'anyway');
}

function comesAndGoes(block: AnyBlock): boolean {
  const { type, block_id: id = '' } = block;
  return (type === 'alert' && id !== noticeId) || isAnyway(block) || isBlockOf(id, 'confirm_role');
}

function beside({ block_id: id = '' }: AnyBlock, { warnings, role, language }: Advice): KnownBlock[] {
  const about = warnings.filter(({ field }) => isBlockOf(id, field));
  return [
    ...about.map(({ code, text }) => ({ ...alert('warning', text), block_id: `${adviceId}:${code}` })),
    ...(role && isBlockOf(id, 'role') ? confirmation(role, language) : []),
  ];
}

function confirmation({ value, label }: OfferedRole, language: Language): KnownBlock[] {
  const { confirmRole } = words[language];
  const grants = new Map(Object.entries(confirmRole.grants)).get(String(value)) ?? confirmRole.unknown;
  const id = blocks.confirmRole(value);
  return [
    { ...alert('warning', grants), block_id: `${adviceId}:role-${value}` },
    tick(actions.confirmRole, confirmRole.option(label), { id, label: confirmRole.label(label) }),
  ];
}

function overriding(warnings: readonly Warning[], language: Language): KnownBlock[] {
  const { anyway } = words[language];
  const id = blocks.anyway(warnings.map(({ code }) => code));
  return [
    ...warnings.map(({ text, code }) => ({ ...alert('warning', text), block_id: `${adviceId}:top-${code}` })),
    tick(actions.anyway, anyway.option, { id, label: anyway.label, hint: anyway.hint }),
  ];
}
