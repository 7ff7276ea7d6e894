import { expect, test } from 'vitest';
import { handleBatch } from '../../../functions/notifications/service/handle-batch.ts';
import { channel, notifierWorld, PLAN, ROUND } from './notifier-world.ts';

test('a batch returns only failed messages, and keeps unreadable ones as dead letters', async () => {
  const { deliveries, host, posted, faults, id } = notifierWorld([channel('a', 'webhook')]);
  await deliveries.announce(PLAN, ROUND, 'completed');
  const deadLettered: unknown[] = [];
  const own = {
    ...host,
    queue: { ...host.queue, deadLetter: async ({ body }: { body: unknown }) => void deadLettered.push(body) },
  };
  const record = (messageId: string, body: string) => ({
    messageId,
    receiptHandle: `receipt of ${messageId}`,
    body,
    attributes: { ApproximateReceiveCount: '1' },
  });
  const batch = [record('good', JSON.stringify(id('a'))), record('text', 'no JSON'), record('json', '{"x":1}')];
  const { signal } = new AbortController();

  faults.destination = true;
  expect(await handleBatch(batch, own, signal)).toEqual({ batchItemFailures: [{ itemIdentifier: 'good' }] });
  expect(deadLettered).toEqual(['no JSON', { x: 1 }]);
  expect(posted).toEqual([]);

  faults.destination = false;
  expect(await handleBatch(batch.slice(0, 1), own, signal)).toEqual({ batchItemFailures: [] });
  expect(posted).toHaveLength(1);
});
