import { join } from 'node:path';
import { tableQueue } from '../../functions/platform/standalone/queue.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import type { Json } from '../../functions/platform/world.ts';
import { randomBytes } from './test-random.ts';

/** Id prefix of copies, which are not copied again. */
const COPY = 'c0ffee';

/**
 * Enqueues `copies` more of every message in the queue of a service, like another process, so that each is delivered so
 * many times more. `copied` says how many messages it copied.
 */
export function duplicateMessages(dataDir: string, copies: number): { close(): Promise<void>; copied(): number } {
  const table = openTable(join(dataDir, 'service.sqlite'), Date.now);
  const line = tableQueue({ table, now: Date.now, newId: () => COPY + randomBytes(13).toString('hex') });
  const seen = new Set<string>();
  let open = true;

  async function copyNew(): Promise<void> {
    let after: string | null = null;
    do {
      const page = await table.query({
        index: 'i1',
        pk: 'QUEUE#WAITING',
        limit: 1000,
        ...(after !== null && { after }),
      });
      for (const { id, body } of page.items) {
        if (typeof id !== 'string' || id.startsWith(COPY) || seen.has(id)) continue;
        seen.add(id);
        const message = JSON.parse(String(body)) as Json; // written by the queue
        await Promise.all(Array.from({ length: copies }, () => line.send(message)));
      }
      after = page.next;
    } while (after !== null && open);
  }
  const copying = (async () => {
    while (open) {
      await copyNew();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();

  return {
    copied: () => seen.size,
    async close() {
      if (!open) return copying;
      open = false;
      await copying;
      await table.close();
    },
  };
}
