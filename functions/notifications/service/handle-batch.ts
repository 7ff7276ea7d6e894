import type { Json } from '../../platform/world.ts';
import { handleMessage, type NotifierHost } from './handle-message.ts';

/** A message as Lambda hands it over (aws-lambda SQSRecord, as far as it is looked at). */
export interface BatchRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: { ApproximateReceiveCount: string };
}

/**
 * Handles a batch of the queue side by side and names the messages that have to come again (ReportBatchItemFailures); Lambda itself
 * removes the others.
 */
export async function handleBatch(records: readonly BatchRecord[], host: NotifierHost, signal: AbortSignal) {
  const acknowledged = new Set<string>();
  const queue: NotifierHost['queue'] = {
    acknowledge: async (receipt) => void acknowledged.add(receipt),
    bury: async (message) => {
      await host.queue.bury(message);
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

/** What is no JSON is handed on as the text that it is: nobody can read it, and it is kept as a dead letter. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json; // JSON.parse gives nothing else
  } catch {
    return body;
  }
}

const messageOf = ({ receiptHandle, body, attributes }: BatchRecord) => ({
  receipt: receiptHandle,
  body: parsed(body),
  receiveCount: Number(attributes.ApproximateReceiveCount),
});
