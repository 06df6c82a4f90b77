/** Why nobody can tell what became of a request whose key was used, by status. Kept beside it, like the service's words. */
export const keyUsedBefore = {
  422: 'It already received this request with different details.',
  410: 'It carried out this request earlier, and the person has been removed since.',
};
