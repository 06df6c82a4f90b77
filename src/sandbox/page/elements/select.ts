import { html } from 'htm/preact';
import type { ElementState, Option } from '../../screen.ts';
import { useStage } from '../state/stage.ts';
import { useEcho } from '../state/use-echo.ts';
import { Failed } from './button.ts';
import { Combobox } from './combobox.ts';
import type { SelectElement } from './kinds.ts';
import type { Chosen } from './menu-model.ts';
import { type Spot, useInput } from './spot.ts';

/** Any select menu, single or multiple. */
export function Select({ element, spot }: { element: SelectElement; spot: Spot }) {
  const { act, workspace } = useStage();
  const input = useInput(spot);
  const isMany = element.type.startsWith('multi_');
  const nameOf = (id: string) =>
    [...workspace.people.map((one) => ({ id: one.id, name: one.realName })), ...workspace.channels].find(
      (one) => one.id === id,
    )?.name ?? id;
  const [chosen, choose] = useEcho(chosenIn(spot.state, nameOf));

  async function load(query: string) {
    const { place, blockId, actionId } = spot;
    const outcome = await act({ verb: 'suggest', place, blockId, actionId, query });
    return outcome.outcome === 'menu' ? outcome.menu : undefined;
  }

  function onChoose(next: Chosen[]): void {
    const values = next.map(({ value }) => value);
    choose(next, input(isMany ? values : (values[0] ?? null)));
  }

  return html`<div class="select">
    <${Combobox} spot=${spot} chosen=${chosen} isMany=${isMany} load=${load} onChoose=${onChoose}
      placeholder=${element.placeholder?.text ?? (isMany ? 'Choose some' : 'Choose one')} focusOnLoad=${element.focus_on_load} />
    ${spot.trouble === 'failed' && html`<${Failed} />`}
  </div>`;
}

function chosenIn(state: ElementState | undefined, nameOf: (id: string) => string): Chosen[] {
  if (!state) return [];
  const options = [state.selected_options ?? [], state.selected_option ?? []].flat().map(fromOption);
  const ids = [
    [state.selected_users, state.selected_conversations, state.selected_channels].flat(),
    [state.selected_user, state.selected_conversation, state.selected_channel],
  ].flat();
  const named = ids.filter((id) => typeof id === 'string').map((id) => ({ value: id, text: nameOf(id) }));
  return [...options, ...named];
}

function fromOption({ value = '', text }: Option): Chosen {
  return { value, text: text.text };
}
