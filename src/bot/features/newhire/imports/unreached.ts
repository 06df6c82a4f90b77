import { z } from 'zod';
import type { Bot } from '../../../bot.ts';
import { type NewMessage, Unreached } from '../../../ledger/outbox/message.ts';
import { employeeLabel } from '../../../menus.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { messageOf } from '../../../requests/result-views.ts';
import { Companion } from '../request.ts';
import { say } from './messages.ts';

const About = z.object({ employee: z.int(), as: Companion, why: Unreached });
type About = z.infer<typeof About>;

const name = 'newhire.import_unreached';

/** To the requester: a manager or buddy of imported hires who wasn't notified. */
export function unreachedMessage({ directory }: Pick<Bot, 'directory'>) {
  return defineMessage({
    name,
    label: () => say().unreached.label,
    about: About,
    build({ employee, as, why }) {
      const person = employeeLabel(employee, { snapshot: directory.current() });
      return messageOf(say().unreached.text(person, as, why));
    },
  });
}

/** One message for all hires of the import. */
export function unreachedInImport(id: string, requester: string, about: About): NewMessage {
  const purpose = `import ${id} unreached ${about.as} ${about.employee}`;
  return { purpose, recipient: { channel: requester }, name, about };
}
