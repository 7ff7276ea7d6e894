import { startFauxqs } from 'fauxqs';
import { FUNCTION_ENTRIES } from '../../../functions/composition/aws/function-entries.ts';
import { openDynamoDb } from '../../contracts/dynamodb.ts';
import { ownerOf } from '../../lib/deployed-service.ts';
import { synthesis } from '../../lib/synthesis.ts';
import { ownerOfFunction } from '../rights/roles.ts';
import { ADMIN_KEY } from '../running-service.ts';
import { dynamoDb } from './aws/dynamodb.ts';
import { frontDoor } from './aws/front-door.ts';
import { kms } from './aws/kms.ts';
import { mail } from './aws/mail.ts';
import { s3 } from './aws/s3.ts';
import { sqs } from './aws/sqs.ts';
import { states } from './aws/states.ts';
import type { Surroundings } from './aws/surroundings.ts';
import { events } from './events.ts';
import { restApi } from './gateway/rest-api.ts';
import { Functions } from './lambda/functions.ts';
import type { DeployedFunction } from './lambda/instance.ts';
import { policies } from './policies.ts';
import { REGION, type TemplateValues, templateValues } from './template-values.ts';

export interface DeploymentOptions {
  /** Of the context, besides those below: `SVC_NAME=value`. */
  settings?: readonly string[];
  /** Variables that the template does not have, by the resource of a function. */
  environmentOf?: (resource: string) => Readonly<Record<string, string>>;
}

/** Targets and receivers of tests are on loopback. */
const SETTINGS = [
  'SVC_EGRESS_ALLOW=127.0.0.0/8',
  'SVC_REPLAY_OPENAPI=true',
  'SVC_SETTLE_SECONDS=0',
  'SVC_NOISE_REDUCTION=off',
];

export type Deployment = Awaited<ReturnType<typeof deployment>>;

/**
 * The service as it is deployed, on this machine: the template of the stack, with its references resolved, decides what
 * runs and who may do what. Its functions are their bundles in processes of their own under `aws-lambda-ric`, whose
 * native addon has a stand-in (lambda/native-client.ts). DynamoDB is dynoxide, S3 and SQS are fauxqs; KMS, SES, Step
 * Functions, EventBridge and API Gateway are stand-ins of these tests, the machines by the interpreter of the
 * standalone service. What is not here: networks, signatures, throttles of API Gateway, consistency and latency of AWS.
 */
export async function deployment({ settings = [], environmentOf = () => ({}) }: DeploymentOptions = {}) {
  const { template, folderOf } = await synthesis([...SETTINGS, ...settings]);
  const database = await openDynamoDb({ region: REGION });
  const emulator = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, defaultRegion: REGION });
  const door = await frontDoor();
  const [table = ''] = Object.keys(template.Resources).filter(
    (name) => template.Resources[name]?.Type === 'AWS::DynamoDB::Table',
  );
  const values = templateValues(template, {
    names: { [table]: database.tableName },
    endpoint: door.endpoint,
    // The one secret that the deployment makes.
    secretOf: () => ADMIN_KEY,
  });
  const functions = new Functions({
    functions: functionsOf(values, folderOf),
    endpoint: door.endpoint,
    environmentOf,
  });
  const names = new Map([...FUNCTION_ENTRIES.keys()].map((name) => [ownerOfFunction(name), name]));
  const surroundings: Surroundings = {
    values,
    policies: policies(values),
    functionOf: (caller) => names.get(ownerOf(caller)) ?? caller,
  };
  const invoking = events({ ...surroundings, functions, endpoint: door.endpoint });
  const services = {
    dynamodb: dynamoDb(surroundings, database.endpoint),
    s3: s3(surroundings, emulator),
    sqs: sqs(surroundings, emulator),
    kms: kms(surroundings),
    ses: mail(surroundings),
    states: states({ ...surroundings, functions, onFailed: invoking.executionFailed }),
  };
  for (const [name, service] of Object.entries(services)) door.services.set(name, service);
  const api = await restApi({ values, functions, holdPermission: invoking.holdPermission });
  const stopping = new AbortController();
  const polling = invoking.poll(stopping.signal);
  // The first tick: no request with the admin key is admitted before it.
  await invoking.tick('AdminKeyTicker');

  return {
    /** Where the stage is for callers of this machine. */
    url: api.url,
    publicUrl: api.publicUrl,
    gateway: api.server,
    functions,
    policies: surroundings.policies,
    services,
    tick: invoking.tick,
    /** The resource of a function: `replay/steps`. */
    resourceOf: (name: string) =>
      values.ofType('AWS::Lambda::Function').find((one) => ownerOf(one.name) === ownerOfFunction(name))?.name ?? '',
    /** The memory of a function by the template, MiB. */
    memoryOf: (name: string) =>
      Number(values.ofType('AWS::Lambda::Function').find((one) => one.name === name)?.properties.MemorySize),
    /** Errors that functions logged. */
    errors: () => functions.allLines().filter((line) => line.includes('"level":"ERROR"')),
    /** What went wrong in the stand-ins, and answers of API Gateway itself. */
    faults: () => [...door.faults, ...api.faults],
    async close() {
      stopping.abort();
      await services.states.close();
      await polling;
      await functions.close();
      api.close();
      door.close();
      await emulator.stop();
      database.stop();
    },
  };
}

const functionsOf = (values: TemplateValues, folderOf: (s3Key: string) => string): readonly DeployedFunction[] =>
  values.ofType('AWS::Lambda::Function').map(({ name, properties }) => ({
    name,
    arn: values.arnOf(name),
    folder: folderOf(properties.Code.S3Key),
    handler: properties.Handler,
    memoryMb: properties.MemorySize,
    timeoutMs: properties.Timeout * 1000,
    environment: properties.Environment.Variables,
  }));
