import type { InstalledApp } from '../app.ts';
import type { OpenView } from '../client/client.ts';
import type { ElementStates } from '../screen.ts';

/**
 * A view as the Web API and payloads show it.
 * @param values state of the inputs, as far as the app may see it
 */
export function viewObject(app: InstalledApp, open: OpenView, values: ElementStates) {
  const { view } = open;
  const isModal = view.type === 'modal';
  return {
    id: open.id,
    team_id: app.team.id,
    type: view.type,
    blocks: open.blocks,
    private_metadata: view.private_metadata ?? '',
    callback_id: view.callback_id ?? '',
    state: { values },
    hash: open.hash,
    title: isModal ? view.title : { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: isModal ? (view.clear_on_close ?? false) : false,
    notify_on_close: isModal ? (view.notify_on_close ?? false) : false,
    close: isModal ? (view.close ?? null) : null,
    submit: isModal ? (view.submit ?? null) : null,
    previous_view_id: open.previousId,
    root_view_id: open.rootId,
    app_id: app.id,
    external_id: view.external_id ?? '',
    app_installed_team_id: app.team.id,
    bot_id: app.botId,
  };
}
