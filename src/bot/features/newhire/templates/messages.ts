import { words } from '../../../../language.ts';
import { cut } from '../../../slack/views/blocks.ts';
import { longestTemplateName } from '../../../storage/templates.ts';

const en = {
  title: 'Templates',
  manage: 'Templates',
  intro: 'Templates fill in the new-hire form for a team or role. Everyone in HR can use and edit them.',
  none: 'There are no templates yet.',
  add: 'New template',
  full: (most: number) => `There are already ${most} templates, the maximum. Delete one to add another.`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  empty: 'Nothing is filled in yet.',
  line: (label: string, value: string) => `${label}: ${value}`,
  form: 'Template',
  name: 'Template name',
  nameHint: 'The name of a team or a role, such as “Sales”.',
  save: 'Save',
  remove: 'Delete template',
  confirm: {
    title: 'Delete this template?',
    text: 'It’s deleted for everyone in HR. People added with it don’t change.',
    yes: 'Delete',
    no: 'Keep',
  },
  saved: (name: string) => `Saved: ${name}.`,
  removed: (name: string) => `Deleted: ${name}.`,
  nameMissing: `Enter a name of at most ${longestTemplateName} characters.`,
  nameTaken: 'There’s already a template with this name. Choose another.',
  changed: 'Somebody else changed this template. “Save” replaces their version with yours.',
  changedUnseen: (name: string) =>
    `${name} wasn’t deleted: somebody else changed it. Open it to see what’s new.`,
  removedMeanwhile: 'Somebody else deleted this template. “Save” adds it again.',
  gone: 'This template was deleted.',
  start: 'Start from a template:',
  choose: 'Choose a template',
  filled: (name: string) => `Filled in from “${cut(name, 60)}”.`,
  notThere:
    'That template was deleted, so nothing was filled in. Choose another one, or fill in the form yourself.',
};

export const say = words({ en });
