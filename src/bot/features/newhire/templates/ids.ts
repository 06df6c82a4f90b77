/** The callback id of the form for a template, and of the list of them. */
export const templateFormId = 'newhire_template';
export const templatesId = 'newhire_templates';

/** The action ids of what stands around templates. */
export const templateActions = {
  manage: 'newhire_templates_open',
  add: 'newhire_template_add',
  edit: 'newhire_template_edit',
  remove: 'newhire_template_delete',
  choose: 'newhire_template_choose',
} as const;

/** The most characters that a template's name has: a button shows that many. */
export const longestName = 40;

/** How many have buttons of their own in the form; more of them stand in a menu. */
export const mostButtons = 5;

/** The action ids of those buttons. */
export const useIds = Array.from({ length: mostButtons }, (_, index) => `newhire_template_use_${index}`);

/** The row in the form, and what stands above it. */
export const templatesRow = { buttons: 'templates', note: 'templates_note' } as const;
