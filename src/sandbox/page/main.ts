import { html } from 'htm/preact';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import type { Screen, Workspace } from '../screen.ts';
import { AppPlace, Conversation } from './conversation/conversation.ts';
import { Confirm, Modal } from './modal.ts';
import { Icon } from './shell/icons.ts';
import { Sidebar } from './shell/sidebar.ts';
import { type Drawers, type Tool, TopBar, useDrawers } from './shell/top-bar.ts';
import { usePolled } from './state/polled.ts';
import { type Route, spotOf, useRoute } from './state/route.ts';
import { StageContext, type Toast, useStage, useStageTools } from './state/stage.ts';
import { type ReadMarks, useReadMarks } from './state/unread.ts';
import { useStream } from './state/use-stream.ts';
import { DemoPanel } from './tools/demo.ts';
import { FaultPanel } from './tools/faults.ts';
import { Inspector } from './tools/traffic.ts';

function App() {
  const { workspace, isLost } = useWorkspace();
  const route = useRoute();
  const person = workspace?.people.find(({ id }) => id === route.personId) ?? workspace?.people[0];
  if (!workspace || !person) return html`<p class="waiting" role="status">Connecting to the sandbox…</p>`;
  return html`<p class="lost" role="alert">${isLost && 'The sandbox isn’t responding. Start it again and this page will reconnect.'}</p>
    <${PersonPage} key=${person.id} workspace=${workspace} route=${{ ...route, personId: person.id }} />`;
}

function PersonPage({ workspace, route }: { workspace: Workspace; route: Route }) {
  const screen = useStream<Screen>(`/sandbox/people/${route.personId}/stream`);
  if (!screen) return html`<p class="waiting" role="status">Connecting to the sandbox…</p>`;
  return html`<${Page} workspace=${workspace} screen=${screen} route=${route} />`;
}

function Page({ workspace, screen, route }: { workspace: Workspace; screen: Screen; route: Route }) {
  const { personId } = route;
  const tools = useStageTools(personId);
  const drawers = useDrawers();
  const tool = drawers.tool === 'demo' && !workspace.hasSurroundings ? null : drawers.tool;
  const spot = spotOf(screen, route);
  const marks = useReadMarks(screen, spot);
  const isCovered = screen.views.length > 0 || tools.question !== undefined;
  const notices = html`<${Notices} toasts=${tools.toasts} onDismiss=${tools.dismiss} />`;
  return html`<${StageContext.Provider} value=${{ workspace, screen, ...tools.stage }}>
    <a class="skip" href="#main" onClick=${skip}>Skip to the conversation</a>
    <${TopBar} drawers=${drawers} spot=${spot} />
    <div class=${`columns ${drawers.sidebar ? 'with-sidebar' : ''} ${tool ? 'with-tool' : ''}`}>
      <div class="client">
        <${Sidebar} spot=${spot} marks=${marks} isCovered=${isCovered} onChoose=${drawers.closeSidebar} />
        <${Main} key=${spot} spot=${spot} marks=${marks} isCovered=${isCovered} />
        ${screen.views.length > 0 ? html`<${Modal} views=${screen.views}>${notices}<//>` : notices}
        ${tools.question && html`<${Confirm} question=${tools.question} />`}
      </div>
      ${tool && html`<${Tools} tool=${tool} drawers=${drawers} />`}
    </div>
  <//>`;
}

/** Moves focus without the URL's hash, which holds the route. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

interface MainProps {
  spot: string;
  marks: ReadMarks;
  isCovered: boolean;
}

function Main({ spot, marks, isCovered }: MainProps) {
  const { screen } = useStage();
  const channel = screen.channels.find(({ id }) => id === spot);
  return html`<main id="main" tabindex="-1" inert=${isCovered}>
    ${
      channel
        ? html`<${Conversation} channel=${channel} marks=${marks} />`
        : html`<${AppPlace} tab=${spot === 'app/home' ? 'home' : 'messages'} marks=${marks} />`
    }
  </main>`;
}

/** Slack's notices, shown until dismissed, and toasts, which time out. Rendered above any dialog. */
function Notices({ toasts, onDismiss }: { toasts: Toast[]; onDismiss(id: number): void }) {
  const { screen, act } = useStage();
  return html`<div class="notices" role="alert">
    ${screen.notices.map(
      ({ id, kind, text }) => html`<${Notice} key=${id} kind=${kind} text=${text}
      onDismiss=${() => void act({ verb: 'dismiss', noticeId: id })} />`,
    )}
    ${toasts.map(({ id, text }) => html`<${Notice} key=${id} kind="info" text=${text} onDismiss=${() => onDismiss(id)} />`)}
  </div>`;
}

interface NoticeProps {
  kind: 'error' | 'info';
  text: string;
  onDismiss(): void;
}

function Notice({ kind, text, onDismiss }: NoticeProps) {
  return html`<div class=${`notice ${kind}`}>
    <${Icon} name=${kind === 'error' ? 'fault' : 'info'} /><p>${text}</p>
    <button type="button" class="icon-button" aria-label="Dismiss" onClick=${onDismiss}><${Icon} name="close" /></button>
  </div>`;
}

const panels: Record<Tool, { name: string; panel: () => unknown }> = {
  demo: { name: 'Demo', panel: DemoPanel },
  traffic: { name: 'Traffic', panel: Inspector },
  faults: { name: 'Faults', panel: FaultPanel },
};

function Tools({ tool, drawers }: { tool: Tool; drawers: Drawers }) {
  const { name, panel } = panels[tool];
  return html`<aside class="tools" aria-label=${name}>
    <header><h2>${name}</h2>
      <button type="button" class="icon-button" aria-label="Close the panel" title="Close" onClick=${drawers.closeTool}><${Icon} name="close" /></button>
    </header>
    <${panel} />
  </aside>`;
}

const often = 3000;

/** The workspace, polled: the app and the sandbox may come and go. */
function useWorkspace(): { workspace: Workspace | undefined; isLost: boolean } {
  const { state: present } = usePolled<Workspace>('/sandbox/workspace', often);
  const last = useRef<Workspace>(undefined);
  last.current = present ?? last.current;
  return { workspace: last.current, isLost: present === undefined };
}

const root = document.getElementById('page');
if (root) render(html`<${App} />`, root);
