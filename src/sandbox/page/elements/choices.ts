import type { Checkboxes, Option, RadioButtons } from '@slack/types';
import { html } from 'htm/preact';
import { Text } from '../mrkdwn/text.ts';
import { useEcho } from '../state/use-echo.ts';
import { type Spot, useInput } from './spot.ts';

/** Checkboxes or radio buttons. */
export function Choices({ element, spot }: { element: Checkboxes | RadioButtons; spot: Spot }) {
  const isMany = element.type === 'checkboxes';
  const input = useInput(spot);
  const { state } = spot;
  const told = [state?.selected_options ?? [], state?.selected_option ?? []]
    .flat()
    .map(({ value }) => value ?? '');
  const [chosen, choose] = useEcho(told);

  function toggle(value: string): void {
    const next = isMany ? toggled(chosen, value) : [value];
    choose(next, input(isMany ? next : value));
  }

  return html`<div class="choices" id=${spot.domId} tabindex="-1" role=${isMany ? 'group' : 'radiogroup'}
    aria-label=${spot.label} aria-labelledby=${spot.label ? undefined : `${spot.domId}-label`} aria-describedby=${spot.describedBy}>
    ${element.options.map(
      (option) => html`<${Choice} key=${option.value} option=${option} type=${isMany ? 'checkbox' : 'radio'}
      name=${spot.domId} isChosen=${chosen.includes(option.value ?? '')} onChoose=${toggle} />`,
    )}
  </div>`;
}

interface ChoiceProps {
  option: Option;
  type: 'checkbox' | 'radio';
  name: string;
  isChosen: boolean;
  onChoose(value: string): void;
}

function Choice({ option, type, name, isChosen, onChoose }: ChoiceProps) {
  return html`<label class="choice">
    <input type=${type} name=${name} checked=${isChosen} onChange=${() => onChoose(option.value ?? '')} />
    <span><${Text} text=${option.text} />${option.description && html`<small><${Text} text=${option.description} /></small>`}</span>
  </label>`;
}

function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}
