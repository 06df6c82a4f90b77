import { z } from 'zod';

/** What an organization can say in its own words: the announcement of a hire, and the reminders. */
export const textNames = ['headline', 'before', 'day', 'dayWithYou', 'week'] as const;
export type TextName = (typeof textNames)[number];

/** The most characters of one. */
export const longestText = 500;

/** Each with placeholders in it; what is absent is said in Frontdesk's words. */
export const Texts = z.partialRecord(z.enum(textNames), z.string().max(longestText));
export type Texts = z.infer<typeof Texts>;
