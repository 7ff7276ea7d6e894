import type { Json } from '../../platform/world.ts';
import { handleMessage, type NotifierHost } from './handle-message.ts';

/** The used fields of a Lambda message (aws-lambda SQSRecord). */
export interface BatchRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: { ApproximateReceiveCount: string };
}

/**
 * Handles a batch of the queue concurrently and returns the messages to retry (ReportBatchItemFailures). Lambda itself
 * deletes the others.
 */
export async function handleBatch(records: readonly BatchRecord[], host: NotifierHost, signal: AbortSignal) {
  const acknowledged = new Set<string>();
  const queue: NotifierHost['queue'] = {
    acknowledge: async (receipt) => void acknowledged.add(receipt),
    deadLetter: async (message) => {
      await host.queue.deadLetter(message);
      acknowledged.add(message.receipt);
    },
  };
  await Promise.all(records.map((record) => handleMessage(messageOf(record), { ...host, queue }, signal)));
  return {
    batchItemFailures: records
      .filter(({ receiptHandle }) => !acknowledged.has(receiptHandle))
      .map(({ messageId }) => ({ itemIdentifier: messageId })),
  };
}

/** Invalid JSON is passed on as text. It cannot be handled, and becomes a dead letter. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json; // JSON.parse returns nothing else
  } catch {
    return body;
  }
}

const messageOf = ({ receiptHandle, body, attributes }: BatchRecord) => ({
  receipt: receiptHandle,
  body: parsed(body),
  receiveCount: Number(attributes.ApproximateReceiveCount),
});
