import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { machines, stepsOf } from '../../../bin/standalone/machines.ts';
import { CLIENT_LIMITS, clientOptions } from '../../../functions/platform/aws/client-limits.ts';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { outboxMail } from '../../../functions/platform/standalone/mail.ts';
import { tableQueue } from '../../../functions/platform/standalone/queue.ts';
import { tableWorkflows } from '../../../functions/platform/standalone/workflows/workflows.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { World } from '../../../functions/platform/world.ts';
import { openDynamoDb } from '../../contracts/dynamodb.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { ADMIN_KEY, temporaryDataDir } from '../running-service.ts';
import { hostOver } from '../services-for.ts';
import { newId, randomBytes } from '../test-random.ts';

export interface DynamoDbHost {
  client: DynamoDBClient;
  /** Calls the service as a JSON client. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  /** Polls a run until it has ended. */
  completed(planId: string): Promise<ReturnType<typeof JSON.parse>>;
  close(): Promise<void>;
}

/** Ten minutes: large runs take their time. */
const MAX_POLLS = 6000;
const POLL_MS = 100;

/**
 * The service in this process over a real DynamoDB table, with the workflows of the standalone service and further
 * settings.
 */
export async function dynamoDbHost(settings: Record<`SVC_${string}`, string> = {}): Promise<DynamoDbHost> {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({
    SVC_DATA_DIR: dataDir,
    SVC_SETTLE_SECONDS: '0',
    SVC_NOISE_REDUCTION: 'off',
    SVC_ADMIN_KEY: ADMIN_KEY,
    ...settings,
  });
  const { client, tableName, stop } = await openDynamoDb(clientOptions(CLIENT_LIMITS));
  const now = Date.now;
  const table = dynamoTable(client, tableName, now);
  const http = outboundHttp({ policy: egressPolicy(config.egress), log: silentLog });
  const workflows = tableWorkflows({
    table,
    now,
    newId,
    log: silentLog,
    machines: machines(),
    // The host is made below, of what is made here.
    steps: stepsOf({ servicesOf: (compose) => (tenant) => host.servicesOf(compose)(tenant) }),
  });
  const world: World = {
    table,
    blobs: fileBlobs(`${dataDir}/blobs`),
    queue: tableQueue({ table, now, newId }),
    workflows,
    http,
    egress: http,
    model: null,
    keys: localKeys([randomBytes(32)]),
    mail: outboxMail(`${dataDir}/outbox`, config.mailFrom, now),
    work: workInPlace,
    log: silentLog,
    now,
    elapsed: () => performance.now(),
    newId,
  };
  const host: ReturnType<typeof hostOver> = hostOver(world, config);
  const app = application({ families: familiesOf(host.routes, config), world, callerOf: host.callerOf });

  const call: DynamoDbHost['call'] = async (method, path, body, headers = {}) => {
    const response = await app.request(path, {
      method,
      headers: { 'x-api-key': ADMIN_KEY, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  return {
    client,
    call,
    async completed(planId) {
      for (let tries = 0; tries < MAX_POLLS; tries++) {
        const { body } = await call('GET', `/openapi/v1/replay-runs/${planId}`);
        if (body.status === 'COMPLETED') return body;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      throw new Error('the run did not complete');
    },
    async close() {
      await http.close();
      stop();
      remove();
    },
  };
}
