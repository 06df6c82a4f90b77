import { z } from 'zod';

export const textNames = ['headline', 'before', 'day', 'dayWithYou', 'week'] as const;
export type TextName = (typeof textNames)[number];

export const longestText = 500;

/** Custom texts with placeholders; absent ones use the defaults. */
export const Texts = z.partialRecord(z.enum(textNames), z.string().max(longestText));
export type Texts = z.infer<typeof Texts>;
