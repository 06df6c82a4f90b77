import type { CDPSession, Page } from 'playwright-core';
import { chromiumPath, startStage } from '../browser/stage.ts';
import { ratio } from './in-turns.ts';

type Print = (line: string) => void;
type Stage = Awaited<ReturnType<typeof startStage>>;

const rounds = 30;
const warmUp = 5;
const sizes = { few: 100, many: 5_000 } as const;

export async function bench(print: Print): Promise<void> {
  if (!chromiumPath) return print('left out: there is no Chromium, set CHROMIUM_PATH');
  const few = await measure(sizes.few);
  const many = await measure(sizes.many);
  print(`${sizes.many} messages beside ${sizes.few}`);
  print(ratio('bytes sent for a new message', { own: many.bytes, floor: few.bytes }, 2, 'bytes'));
  print(ratio('a new message seen', { own: many.seen, floor: few.seen }, 1.5));
}

async function measure(messages: number) {
  const stage = await startStage();
  try {
    const sofia = stage.demo.sandbox.client('U0SOFIA');
    const post = (text: string) => sofia.perform({ verb: 'postMessage', channel: 'C0GENERAL', text });
    for (let number = 1; number <= messages; number += 1) await post(`Message number ${number}.`);
    const { page, received } = await openChannel(stage);
    await page.getByText(`Message number ${messages}.`).waitFor();
    const all = { bytes: [] as number[], seen: [] as number[] };
    for (let round = 0; round < warmUp + rounds; round += 1) {
      const before = received();
      const seen = await untilSeen(page, () => post(`News of round ${1_000 + round}.`));
      if (round < warmUp) continue;
      all.seen.push(seen);
      all.bytes.push(received() - before);
    }
    return all;
  } finally {
    await stage.stop();
  }
}

async function openChannel({ browser, demo }: Stage) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 820 } });
  const session = await page.context().newCDPSession(page);
  const received = await countBytes(session);
  await page.goto(`${demo.sandbox.url}#/U0INES/C0GENERAL`);
  return { page, received };
}

async function countBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  session.on('Network.dataReceived', ({ dataLength }) => {
    bytes += dataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/** Runs in the page: resolves with the instant at which the channel's next change is on screen. */
const drawn = `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
  });
  observer.observe(document.querySelector('[role=log]'), { childList: true, subtree: true });
})`;

/** @returns milliseconds from posting until the page had drawn the message */
async function untilSeen(page: Page, post: () => Promise<unknown>): Promise<number> {
  const seen = page.evaluate<number>(drawn);
  // Evaluated after `drawn`, so the page is observing by then.
  await page.evaluate('1');
  const began = Date.now();
  await post();
  return (await seen) - began;
}
