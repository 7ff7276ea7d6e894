import { describe } from 'vitest';
import { tableQueue } from '../../functions/platform/standalone/queue.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { queueContract } from './queue.contract.ts';

describe('the Queue port on the table', () => {
  queueContract(() => {
    const clock = { now: 1_700_000_000_000 };
    let ids = 0;
    const now = () => clock.now;
    return { clock, queue: tableQueue({ table: openTable(':memory:', now), now, newId: () => String(++ids) }) };
  });
});
