import { html } from 'htm/preact';
import type { Screen, ScreenChange, Workspace } from '../screen.ts';
import { Confirm } from './modal/confirm.ts';
import { Modal } from './modal/modal.ts';
import { useDrawers } from './shell/drawers.ts';
import { Main } from './shell/main-area.ts';
import { Notices } from './shell/notices.ts';
import { Sidebar } from './shell/sidebar.ts';
import { TopBar } from './shell/top-bar.ts';
import { mergeScreen } from './state/merge-screen.ts';
import { type Route, spotOf, useRoute } from './state/route.ts';
import { StageContext } from './state/stage.ts';
import { useReadMarks } from './state/unread.ts';
import { useStageTools } from './state/use-stage.ts';
import { useStream } from './state/use-stream.ts';
import { useWorkspace } from './state/use-workspace.ts';
import { Tools } from './tools/tools.ts';

/** Root component of the page. */
export function App() {
  const { workspace, isLost } = useWorkspace();
  const route = useRoute();
  const person = workspace?.people.find(({ id }) => id === route.personId) ?? workspace?.people[0];
  if (!workspace || !person) return html`<p class="waiting" role="status">Connecting to the sandbox…</p>`;
  return html`<p class="lost" role="alert">${isLost && 'The sandbox isn’t responding. Start it again and this page will reconnect.'}</p>
    <${PersonPage} key=${person.id} workspace=${workspace} route=${{ ...route, personId: person.id }} />`;
}

function PersonPage({ workspace, route }: { workspace: Workspace; route: Route }) {
  const screen = useStream<Screen, ScreenChange>(`/sandbox/people/${route.personId}/stream`, mergeScreen);
  if (!screen) return html`<p class="waiting" role="status">Connecting to the sandbox…</p>`;
  return html`<${Page} workspace=${workspace} screen=${screen} route=${route} />`;
}

function Page({ workspace, screen, route }: { workspace: Workspace; screen: Screen; route: Route }) {
  const { personId } = route;
  const tools = useStageTools(personId);
  const stage = tools.useStageOf(workspace, screen);
  const drawers = useDrawers();
  const spot = spotOf(screen, route);
  const marks = useReadMarks(screen, spot);
  const isCovered = screen.views.length > 0 || tools.question !== undefined;
  const notices = html`<${Notices} toasts=${tools.toasts} onDismiss=${tools.dismiss} />`;
  return html`<${StageContext.Provider} value=${stage}>
    <a class="skip" href="#main" onClick=${skip}>Skip to the conversation</a>
    <${TopBar} drawers=${drawers} spot=${spot} />
    <div class=${`columns ${drawers.sidebar ? 'with-sidebar' : ''} ${drawers.tool ? 'with-tool' : ''}`}>
      <div class="client">
        <${Sidebar} spot=${spot} marks=${marks} isCovered=${isCovered} onChoose=${drawers.closeSidebar} />
        <${Main} key=${spot} spot=${spot} marks=${marks} isCovered=${isCovered} />
        ${screen.views.length > 0 ? html`<${Modal} views=${screen.views}>${notices}<//>` : notices}
        ${tools.question && html`<${Confirm} question=${tools.question} />`}
      </div>
      ${drawers.tool && html`<${Tools} drawers=${drawers} />`}
    </div>
  <//>`;
}

/** Moves focus without the URL's hash, which holds the route. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
