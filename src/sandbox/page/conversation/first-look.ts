import { html } from 'htm/preact';
import type { ScreenChannel } from '../../screen.ts';
import { Avatar } from '../shell/avatar.ts';
import { roleOf } from '../shell/roles.ts';
import { linkTo } from '../state/route.ts';
import { useStage } from '../state/stage.ts';

/** Empty state of a conversation, with commands to try. */
export function FirstLook({ channel }: { channel: ScreenChannel }) {
  const { workspace, screen } = useStage();
  const { person } = screen;
  const { app } = workspace;
  return html`<section class="first-look" aria-label="Start here">
    <p class="self"><${Avatar} id=${person.id} name=${person.realName} />
      <span>You’re <strong>${person.realName}</strong><br /><small>${roleOf(person)}</small></span></p>
    <p>No messages here yet. Try ${app.name}:</p>
    <ul>${workspace.commands.filter(({ isSlacks }) => !isSlacks).map((one) => html`<${Try} key=${one.command} channel=${channel} one=${one} />`)}
      ${app.hasHome && html`<li><a href=${linkTo({ personId: person.id, spot: 'app/home' })}>Open ${app.name} Home</a><span>${app.description}</span></li>`}
    </ul>
    <p class="quiet">You can also type commands below. To see what someone else sees, switch people at the top.</p>
  </section>`;
}

interface TryProps {
  channel: ScreenChannel;
  one: { command: string; description: string; usageHint: string };
}

function Try({ channel, one }: TryProps) {
  const { act } = useStage();
  const send = () => void act({ verb: 'command', channel: channel.id, text: one.command });
  return html`<li><button type="button" class="button" onClick=${send}>${one.command}</button><span>${one.description}</span></li>`;
}
