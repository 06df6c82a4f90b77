import { words } from '../../../../language.ts';
import { cut } from '../../../slack/views/blocks.ts';
import { longestTemplateName } from '../../../storage/templates.ts';

const en = {
  title: 'Templates',
  manage: 'Templates',
  intro: 'Templates fill in the new-hire form. Everyone in HR shares them.',
  none: 'No templates yet.',
  add: 'New template',
  full: (most: number) => `${most} templates is the maximum. Delete one first.`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  empty: 'Nothing filled in.',
  line: (label: string, value: string) => `${label}: ${value}`,
  form: 'Template',
  name: 'Template name',
  nameHint: 'Such as “Sales”.',
  save: 'Save',
  remove: 'Delete template',
  confirm: {
    title: 'Delete this template?',
    text: 'It’s deleted for everyone in HR.',
    yes: 'Delete',
    no: 'Keep',
  },
  saved: (name: string) => `Saved: ${name}.`,
  removed: (name: string) => `Deleted: ${name}.`,
  nameMissing: `Enter 1 to ${longestTemplateName} characters.`,
  nameTaken: 'This name is taken.',
  changed: 'Somebody else changed this template. “Save” replaces their version.',
  changedUnseen: (name: string) => `${name} wasn’t deleted: somebody else changed it.`,
  removedMeanwhile: 'Somebody else deleted this template. “Save” adds it again.',
  gone: 'This template was deleted.',
  start: 'Start from a template:',
  choose: 'Choose a template',
  filled: (name: string) => `Filled in from “${cut(name, 60)}”.`,
};

export const say = words({ en });
