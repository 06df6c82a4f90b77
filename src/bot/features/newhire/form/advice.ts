import type { KnownBlock } from '@slack/types';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { adviceId, isBlockOf } from '../../../slack/views/view.ts';
import { noticeId } from './ids.ts';
import type { Warning } from './warnings.ts';

type AnyBlock = OpenView['blocks'][number];

/** Puts warnings below their fields. Fields stay unchanged, so nothing typed is lost. */
export function advised(blocks: readonly AnyBlock[], warnings: readonly Warning[]): AnyBlock[] {
  const fields = blocks.filter((block) => !comesAndGoes(block));
  return fields.flatMap((block) => [block, ...beside(block, warnings)]);
}

function comesAndGoes({ type, block_id: id = '' }: AnyBlock): boolean {
  return type === 'alert' && id !== noticeId;
}

function beside({ block_id: id = '' }: AnyBlock, warnings: readonly Warning[]): KnownBlock[] {
  const about = warnings.filter(({ field }) => isBlockOf(id, field));
  return about.map(({ code, text }) => ({ ...alert('warning', text), block_id: `${adviceId}:${code}` }));
}
