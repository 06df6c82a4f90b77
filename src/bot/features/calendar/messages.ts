import { words } from '../../../language.ts';

const en = {
  label: 'Calendar entries',
  notAllowed: 'Frontdesk can’t send calendar entries.',
  /** @param code Slack's error code */
  whatToDo(code: string): string {
    const off = 'or switch calendar entries off in App Home.';
    return code === 'missing_scope'
      ? `Ask your Frontdesk admin to reinstall the Slack app from the current manifest (files:write), ${off}`
      : `Slack’s reason: ${code}. Ask a workspace owner to let apps upload files, ${off}`;
  },
};

export const say = words({ en });
