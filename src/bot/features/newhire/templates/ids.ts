export const templateFormId = 'newhire_template';
export const templatesId = 'newhire_templates';

export const templateActions = {
  manage: 'newhire_templates_open',
  add: 'newhire_template_add',
  edit: 'newhire_template_edit',
  remove: 'newhire_template_delete',
  choose: 'newhire_template_choose',
} as const;

/** Limit of a template's name, in characters: as many as a button shows. */
export const longestName = 40;

export const mostButtons = 5;

export const useIds = Array.from({ length: mostButtons }, (_, index) => `newhire_template_use_${index}`);

export const templatesRow = { buttons: 'templates', note: 'templates_note' } as const;
