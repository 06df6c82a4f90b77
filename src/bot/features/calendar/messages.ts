import { words } from '../../../language.ts';

const en = {
  label: 'Calendar entries',
  notAllowed: 'Frontdesk can’t send calendar entries in Slack. Everything else is sent as usual.',
  /** @param code Slack's error code */
  whatToDo(code: string): string {
    const off = 'Or switch calendar entries off under “Reminders” in App Home.';
    return code === 'missing_scope'
      ? `The Slack app has no permission to send files. Your Frontdesk admin can install it again from the current manifest, which asks for files:write. ${off}`
      : `Slack’s reason: ${code}. An owner of this workspace can allow apps to upload files. ${off}`;
  },
};

export const say = words({ en });
