/**
 * Reasons why the outcome of a request with a used key is unknown, by HTTP status. Stored next to the service's own
 * messages.
 */
export const keyUsedBefore = {
  422: 'It already received this request with different details.',
  410: 'It carried out this request earlier, and the person has been removed since.',
};
