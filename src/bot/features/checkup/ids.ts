export const pageId = 'checkup';

export const actions = { open: 'checkup_open' } as const;
