import { z } from 'zod';
import type { Viewer } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { say } from '../../preview/messages.ts';
import type { Previews } from '../../preview/preview.ts';
import type { PreviewedTask } from '../../preview/tasks.ts';
import type { RequestPages } from '../../requests/result-views.ts';
import { type By, button } from '../../slack/button.ts';

export interface RehearseServices {
  ledger: Pick<Ledger, 'find'>;
  previews: Previews;
  /** Tasks of a finished request whose messages are still to come. */
  comingTasks(request: Request, viewer: Viewer): Promise<PreviewedTask[] | 'unknown'>;
  requestPages: Pick<RequestPages, 'showAgain'>;
}

function mayRehearse(request: Request, { userId, role }: Viewer): boolean {
  return role === 'hr' || request.requester === userId;
}

async function previewOf(request: Request, viewer: Viewer, { previews, comingTasks }: RehearseServices) {
  const [preview, tasks] = await Promise.all([
    previews.ofRequest(request, viewer),
    comingTasks(request, viewer),
  ]);
  return { ...preview, tasks };
}

/** Button that rehearses the rest of a finished request; none if nothing is to come. */
export async function comingPart(request: Request, viewer: Viewer, services: RehearseServices) {
  if (!mayRehearse(request, viewer)) return {};
  const { parts, tasks } = await previewOf(request, viewer, services);
  if (parts.length + tasks.length === 0 || (parts.length === 0 && tasks === 'unknown')) return {};
  const { button: text } = say().rehearsal;
  const spoken = `${text}: ${request.context.personName}`;
  return { buttons: [rehearse.show({ id: request.id }, { text, spoken })] };
}

export const rehearse = button({
  id: 'reminder_rehearse',
  role: 'managers',
  value: z.object({ id: z.string() }),
  async press({ id }, { viewer, ...services }: By<RehearseServices>, args) {
    const { ledger, previews, requestPages } = services;
    const request = await ledger.find(id);
    if (!request || !mayRehearse(request, viewer)) return requestPages.showAgain(args, id);
    const preview = await previewOf(request, viewer, services);
    return requestPages.showAgain(args, id, previews.rehearse(preview, viewer));
  },
});
