export const chooseTemplate = 'newhire_template_choose';

/** Limit of a template's name, in characters: as many as a button shows. */
export const longestName = 40;

export const mostButtons = 5;

export const useIds = Array.from({ length: mostButtons }, (_, index) => `newhire_template_use_${index}`);

export const templatesRow = { buttons: 'templates', note: 'templates_note' } as const;
