import { startChild } from '../service/child.ts';
import { inTurns, ratio, timed } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';
import { prepareService } from './people.ts';

const people = 100_000;
const rounds = { count: 40, warmUp: 5 };

/** Lists of our own service, compared with Fastify answering a fixed body of equal size. */
export async function bench(print: (line: string) => void): Promise<void> {
  print(`${people.toLocaleString('en')} people`);
  await onEach(print, lists);
}

async function lists({ url, cleanup }: OnOne): Promise<string[]> {
  const token = await prepareService(url, people);
  const service = await startChild('service-process.ts', url);
  cleanup.later(service.stop);
  async function read(address: string): Promise<number> {
    const answer = await fetch(address, { headers: { authorization: `Token ${token}` } });
    return (await answer.arrayBuffer()).byteLength;
  }
  const lines: string[] = [];
  for (const path of ['/api/employees/', '/api/sequences/']) {
    const bytes = await read(`${service.url}${path}`);
    const floor = await startChild('../bench/floor-process.ts', String(bytes));
    const addresses = { own: `${service.url}${path}`, floor: floor.url };
    const { took } = await inTurns(addresses, rounds, async (address) => ({
      took: await timed(() => read(address)),
    }));
    await floor.stop();
    lines.push(ratio(`GET ${path}`, took, 1.2));
  }
  return lines;
}
