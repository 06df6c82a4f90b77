import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';

/**
 * Shows a view in a window that is open.
 * @returns false when the window is closed by now
 * @throws what Slack's client throws
 */
export async function updateWindow(client: WebClient, viewId: string, view: object): Promise<boolean> {
  try {
    // It was checked by its builder's type before it was stored as JSON.
    await client.views.update({ view_id: viewId, view: view as ModalView });
    return true;
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return false;
    throw error;
  }
}
