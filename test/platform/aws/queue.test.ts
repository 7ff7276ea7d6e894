import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test } from 'vitest';
import { sqsQueue } from '../../../functions/platform/aws/queue.ts';

const URL = 'https://sqs.us-east-1.amazonaws.com/1/deliveries';
const DEAD_URL = `${URL}-dead`;

function open() {
  const client = mockClient(SQSClient);
  const dead = (count: string) =>
    client
      .on(GetQueueAttributesCommand, { QueueUrl: DEAD_URL })
      .resolves({ Attributes: { ApproximateNumberOfMessages: count, QueueArn: 'arn:dead' } });
  return { client, dead, queue: sqsQueue(new SQSClient({ region: 'us-east-1' }), URL, DEAD_URL) };
}

describe('Queue on SQS', () => {
  test('sends JSON with a delay of at most 900 s', async () => {
    const { client, queue } = open();
    await queue.send({ n: 1 }, { delaySeconds: 900 });
    const [call] = client.commandCalls(SendMessageCommand);
    expect(call?.args[0].input).toEqual({ QueueUrl: URL, MessageBody: '{"n":1}', DelaySeconds: 900 });
    await expect(queue.send({}, { delaySeconds: 901 })).rejects.toThrow('0 to 900');
  });

  test('receives up to 10 messages with their counts, or an empty list, and acknowledges by receipt', async () => {
    const { client, queue } = open();
    client
      .on(ReceiveMessageCommand, { QueueUrl: URL, MaxNumberOfMessages: 10, VisibilityTimeout: 30 })
      .resolvesOnce({
        Messages: [{ Body: '{"n":1}', ReceiptHandle: 'r', Attributes: { ApproximateReceiveCount: '3' } }],
      })
      .resolves({});
    expect(await queue.receive({ visibilitySeconds: 30 })).toEqual([{ receipt: 'r', body: { n: 1 }, receiveCount: 3 }]);
    expect(await queue.receive({ visibilitySeconds: 30 })).toEqual([]);
    await queue.acknowledge('r');
    expect(client.commandCalls(DeleteMessageCommand, { QueueUrl: URL, ReceiptHandle: 'r' })).toHaveLength(1);
  });

  test('counts dead letters and moves them back, if there are any', async () => {
    const { client, dead, queue } = open();
    dead('0');
    expect(await queue.redrive()).toBe(0);
    expect(client.commandCalls(StartMessageMoveTaskCommand)).toHaveLength(0);
    dead('2');
    expect(await queue.deadLetters()).toBe(2);
    expect(await queue.redrive()).toBe(2);
    expect(client.commandCalls(StartMessageMoveTaskCommand, { SourceArn: 'arn:dead' })).toHaveLength(1);
  });
});
