import { words } from '../../../../language.ts';
import { cut } from '../../../slack/views/blocks.ts';
import { longestTemplateName } from '../../../storage/templates.ts';

const en = {
  title: 'Templates',
  manage: 'Templates',
  intro:
    'A template fills in the new-hire form with one press: for a team or a role, say. Everybody in HR can use and change it.',
  none: 'There are no templates yet.',
  add: 'New template',
  full: (most: number) =>
    `There are ${most} templates, which is the most possible. Delete one to make another.`,
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
    text: 'It’s deleted for everybody in HR. People who were added with it stay as they are.',
    yes: 'Delete',
    no: 'Keep',
  },
  saved: (name: string) => `Saved: ${name}.`,
  removed: (name: string) => `Deleted: ${name}.`,
  nameMissing: `Enter a name of at most ${longestTemplateName} characters.`,
  nameTaken: 'There’s a template of this name already. Choose another one.',
  changed:
    'Somebody else changed this template meanwhile. “Save” replaces their version with what stands here.',
  changedUnseen: (name: string) =>
    `${name} wasn’t deleted, because somebody else changed it meanwhile. Open it to see what’s new.`,
  removedMeanwhile: 'Somebody else deleted this template meanwhile. “Save” makes it again.',
  gone: 'This template was deleted meanwhile.',
  start: 'Start from a template:',
  choose: 'Choose a template',
  filled: (name: string) => `Filled in from “${cut(name, 60)}”.`,
  notThere:
    'That template was deleted meanwhile, so nothing was filled in. Choose another one, or fill in the form yourself.',
};

export const say = words({ en });
