import { expect, test } from 'vitest';
import { awsWorld } from '../../functions/aws/world.ts';
import { awsConfig } from '../../functions/config.ts';

test('the world on AWS has every port, and ids of 32 lower-case hex digits', () => {
  const world = awsWorld(
    awsConfig({
      SVC_TABLE_NAME: 'table',
      SVC_BUCKET_NAME: 'bucket',
      SVC_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/queue',
      SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/dead',
      SVC_REPLAY_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:replay',
      SVC_RECOMPARE_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:recompare',
      SVC_ANALYSIS_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:analysis',
      SVC_CHANNEL_KEY_ID: 'arn:aws:kms:us-east-1:1:key/1',
    }),
  );
  expect(Object.keys(world).toSorted()).toEqual([
    'blobs',
    'http',
    'keys',
    'log',
    'mail',
    'model',
    'newId',
    'now',
    'queue',
    'table',
    'workflows',
  ]);
  const ids = Array.from({ length: 100 }, () => world.newId());
  expect(ids.filter((id) => /^[0-9a-f]{32}$/.test(id))).toHaveLength(100);
  expect(new Set(ids).size).toBe(100);
});
