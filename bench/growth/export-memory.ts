import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHamla } from '../tools/hamla.ts';
import { residentMb } from '../tools/processes.ts';
import { tokensOf } from '../tools/tokens.ts';
import type { GrowthWorld } from './growth-world.ts';

/** What a server needed while it wrote a file. */
export interface ExportMemory {
  lines: number;
  mb: number;
  seconds: number;
  /** Resident memory in MB: before, and the most while it wrote. */
  before: number;
  most: number;
}

/** Of more lines than these nothing new is learnt. */
const ENOUGH_LINES = 150_000;

/** Takes the payments as CSV from a server of its own, as fast as it gives them, to the end or to so many lines. */
export async function exportMemory(world: GrowthWorld): Promise<ExportMemory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-growth-files-'));
  const server = await startHamla(world, dataDir);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 50);
  try {
    const [token] = await tokensOf(world.owner, server.url, [world.staff]);
    const headers = { authorization: `Bearer ${token}` };
    const before = residentMb(server.pid);
    const begun = performance.now();
    const url = `${server.url}/api/operations/payments?list=all&format=csv`;
    const answer = await fetch(url, { headers });
    if (!answer.ok) throw new Error(`the export answers ${answer.status}: ${await answer.text()}`);
    let [bytes, lines] = [0, 0];
    for await (const chunk of answer.body!) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (lines >= ENOUGH_LINES) break;
    }
    const seconds = (performance.now() - begun) / 1000;
    return { lines, mb: bytes / 2 ** 20, seconds, before, most };
  } finally {
    clearInterval(watch);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
