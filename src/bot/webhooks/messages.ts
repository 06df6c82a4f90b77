import { words } from '../../language.ts';
import type { AddressMistake } from './address.ts';

const en = {
  mistakes: {
    noAddress: 'Enter a full address, such as https://it.acme.com/hooks.',
    plain: 'Use https://.',
    private: 'Private network. Your Frontdesk admin can allow it: FRONTDESK_EVENTS_ALLOW_PRIVATE=True.',
  } satisfies Record<AddressMistake, string>,
};

/** Mistakes in addresses that people enter. */
export const say = words({ en });
