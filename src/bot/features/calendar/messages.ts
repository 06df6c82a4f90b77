import { words } from '../../../language.ts';

const en = {
  label: 'Calendar entries',
  coming: 'You’ll get a calendar file as a direct message.',
  sent: 'You already have the calendar file, in your messages with Frontdesk.',
  cannot: 'This can’t be added to your calendar any more.',
  isOff: 'HR has switched calendar entries off.',
  notAllowed: 'Frontdesk can’t send calendar entries.',
  /** @param code Slack's error code */
  refused(code: string): string {
    const off = 'or switch calendar entries off in App Home.';
    return code === 'missing_scope'
      ? `Ask your Frontdesk admin to reinstall the Slack app from the current manifest (files:write), ${off}`
      : `Slack’s reason: ${code}. Ask a workspace owner to let apps upload files, ${off}`;
  },
};

export const say = words({ en });
