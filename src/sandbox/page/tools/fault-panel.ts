import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import type { Fault, NewFault } from '../../faults/fault.ts';
import { addFault, fetchFaults, removeFault } from '../state/api.ts';
import { useStage } from '../state/stage.ts';
import { FaultForm } from './fault-form.ts';
import { labelOf } from './fault-kinds.ts';

const often = 1000;

/** Lists faults, with a form to add more. */
export function FaultPanel() {
  const { toast } = useStage();
  const [faults, setFaults] = useState<Fault[]>([]);
  const refresh = async () => setFaults(await fetchFaults());
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), often);
    return () => clearInterval(timer);
  }, []);

  async function add(fault: Partial<NewFault>): Promise<void> {
    const problem = await addFault(fault);
    if (problem) toast(problem);
    await refresh();
  }

  async function remove(id?: string): Promise<void> {
    await removeFault(id);
    await refresh();
  }

  return html`<p class="explain">Make things go wrong on purpose. A fault applies to the next matching call or payload, and is then removed.</p>
    <${FaultForm} onAdd=${add} />
    <h3>Active faults</h3>
    <ul class="faults" aria-live="polite">
      ${faults.length === 0 && html`<li class="empty">None.</li>`}
      ${faults.map(
        (fault) => html`<li key=${fault.id}>
        <span><strong>${labelOf(fault.kind)}</strong> <code>${fault.target}</code><small>${when(fault)}</small></span>
        <button type="button" class="button" aria-label=${`Remove ${labelOf(fault.kind)} ${fault.target}`} onClick=${() => remove(fault.id)}>Remove</button>
      </li>`,
      )}
    </ul>
    ${faults.length > 1 && html`<button type="button" class="button" onClick=${() => remove()}>Remove all</button>`}`;
}

function when({ when: moment, left }: Fault): string {
  const times = left === 1 ? 'once' : `${left} times`;
  return `${moment === 'before' ? 'before it takes effect' : 'after it takes effect'}, ${times}`;
}
