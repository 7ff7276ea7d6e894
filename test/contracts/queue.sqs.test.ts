import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe } from 'vitest';
import { sqsQueue } from '../../functions/platform/aws/queue.ts';
import { queueContract } from './queue.contract.ts';

const URL = 'https://sqs.us-east-1.amazonaws.com/1/deliveries';
const DEAD_URL = `${URL}-dead`;
const MAX_DELIVERIES = 5;

interface Stored {
  body: string;
  visibleAt: number;
  count: number;
  receipt: string;
}

/**
 * A standard SQS queue with a redrive policy as documented: delay, visibility, receive count, dead letters, move task.
 */
function fakeSqs(clock: { now: number }) {
  let waiting: Stored[] = [];
  let dead: Stored[] = [];
  let receipts = 0;
  const client = mockClient(SQSClient);
  client.on(SendMessageCommand, { QueueUrl: URL }).callsFake(({ MessageBody, DelaySeconds = 0 }) => {
    waiting.push({ body: MessageBody, visibleAt: clock.now + DelaySeconds * 1000, count: 0, receipt: '' });
    return {};
  });
  client.on(SendMessageCommand, { QueueUrl: DEAD_URL }).callsFake(({ MessageBody }) => {
    dead.push({ body: MessageBody, visibleAt: clock.now, count: 0, receipt: '' });
    return {};
  });
  client.on(ReceiveMessageCommand, { QueueUrl: URL }).callsFake(({ MaxNumberOfMessages, VisibilityTimeout }) => {
    const visible = waiting.filter(({ visibleAt }) => visibleAt <= clock.now);
    const spent = new Set(visible.filter(({ count }) => count >= MAX_DELIVERIES));
    dead.push(...spent);
    waiting = waiting.filter((message) => !spent.has(message));
    const taken = visible.filter((message) => !spent.has(message)).slice(0, MaxNumberOfMessages);
    for (const message of taken) {
      message.count++;
      message.visibleAt = clock.now + VisibilityTimeout * 1000;
      message.receipt = String(++receipts);
    }
    if (taken.length === 0) return {};
    return {
      Messages: taken.map(({ body, count, receipt }) => ({
        Body: body,
        ReceiptHandle: receipt,
        Attributes: { ApproximateReceiveCount: String(count) },
      })),
    };
  });
  client.on(DeleteMessageCommand, { QueueUrl: URL }).callsFake(({ ReceiptHandle }) => {
    waiting = waiting.filter(({ receipt }) => receipt !== ReceiptHandle);
    return {};
  });
  client.on(GetQueueAttributesCommand, { QueueUrl: DEAD_URL }).callsFake(() => ({
    Attributes: { ApproximateNumberOfMessages: String(dead.length), QueueArn: 'arn:dead' },
  }));
  client.on(StartMessageMoveTaskCommand, { SourceArn: 'arn:dead' }).callsFake(() => {
    waiting.push(...dead.map((message) => ({ ...message, count: 0, visibleAt: clock.now })));
    dead = [];
    return {};
  });
}

describe('the Queue port on SQS', () => {
  queueContract(() => {
    const clock = { now: 1_700_000_000_000 };
    fakeSqs(clock);
    return { clock, queue: sqsQueue(new SQSClient({ region: 'us-east-1' }), URL, DEAD_URL) };
  });
});
