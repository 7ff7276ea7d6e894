import { InternalServerError, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDynamoDb } from '../contracts/dynamodb.ts';
import { json, openTarget, recordedGet, type Target } from '../support/fakes/recorded-target.ts';
import { type DynamoDbHost, dynamoDbHost } from '../support/stages/dynamodb-host.ts';
import { random } from '../support/test-random.ts';
import { measured } from './measured.ts';
import { PROOF_SIZES } from './proof-sizes.ts';

const CASES = PROOF_SIZES.throttledCases;
const BATCH = 200;

/** Of each attempt of a write. */
const THROTTLED = 0.1;
/** Of each attempt of any call: a fault that DynamoDB answers. */
const FAULTS = 0.01;

const WRITE = /^(Put|Update|Delete|Transact|BatchWrite)/;

const name = hasDynamoDb
  ? 'a run on a table that throttles'
  : 'a run on a table that throttles (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let host: DynamoDbHost;
  let target: Target;
  let isTroubled = false;
  const troubles = { throttled: 0, faults: 0 };

  beforeAll(async () => {
    host = await dynamoDbHost();
    target = await openTarget(({ url }, response) => json(response, { price: url.endsWith('7') ? 2 : 1 }));
    host.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const chance = isTroubled ? random() : 1;
          if (chance < FAULTS) {
            troubles.faults++;
            throw new InternalServerError({ message: 'internal', $metadata: { httpStatusCode: 500 } });
          }
          if (WRITE.test(commandName) && chance < FAULTS + THROTTLED) {
            troubles.throttled++;
            throw new ProvisionedThroughputExceededException({ message: 'slow', $metadata: { httpStatusCode: 400 } });
          }
          return next(args);
        },
      // Inside of the retries, so that each attempt has its own chance.
      { step: 'deserialize', name: 'troubles' },
    );
  });

  afterAll(async () => {
    isTroubled = false;
    await target.close();
    await host.close();
  });

  test(`of ${CASES} cases ends exact with 10 % of writes throttled and 1 % of calls failing`, {
    timeout: 1_800_000,
  }, async (context) => {
    for (let first = 0; first < CASES; first += BATCH) {
      const cases = Array.from({ length: BATCH }, (_, at) =>
        recordedGet(
          'shop',
          `/items/${first + at}`,
          { price: 1 },
          { operation: `/o${at % 12}`, caseId: `c${first + at}` },
        ),
      );
      expect((await host.call('POST', '/api/recorder/cases', cases)).body.accepted).toBe(BATCH);
    }
    await host.call('PUT', '/api/apps/shop/settings', { replay: { maxQps: 5000, concurrency: 20 } });
    const trigger = { appId: 'shop', targetEnv: target.url };
    const { planId } = (await host.call('POST', '/openapi/v1/replay-triggers', trigger)).body;
    isTroubled = true;
    const run = await host.completed(planId);
    isTroubled = false;
    measured(context, `throttled writes and faults in ${CASES} cases`, troubles.throttled + troubles.faults);
    expect(troubles.throttled).toBeGreaterThan(CASES / 20);
    expect(troubles.faults).toBeGreaterThan(0);
    expect(run).toMatchObject({
      totalCases: CASES,
      successCases: CASES * 0.9,
      failedCases: CASES * 0.1,
      errorMessage: null,
    });
    expect(run.findings.scope).toMatchObject({ requests: CASES, requestsWithoutResult: 0 });
    expect(new Set(target.seen.map(({ url }) => url)).size).toBe(CASES);
  });
});
