import { CfnOutput, Duration, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { CAPABILITIES } from '../functions/composition/capabilities.ts';
import { evaluation } from '../functions/evaluation/capability.ts';
import { notifications } from '../functions/notifications/capability.ts';
import { EVALUATION_PREFIXES } from '../functions/platform/http/families.ts';
import { replay } from '../functions/replay/capability.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { PrivateApi, STAGE } from './constructs/api/private-api.ts';
import { CapabilityFunctions } from './constructs/capability-functions.ts';
import { ChannelKey } from './constructs/channel-key.ts';
import { Dashboard } from './constructs/dashboard.ts';
import { EgressAlarm } from './constructs/egress-alarm.ts';
import { grantUses, type Stores } from './constructs/function-rights.ts';
import { issuedSecret } from './constructs/issued-secret.ts';
import { sendsCodes } from './constructs/login-access.ts';
import { providerSecrets } from './constructs/login-providers.ts';
import { usesBedrock } from './constructs/model-access.ts';
import { Network } from './constructs/network.ts';
import { NotificationQueue } from './constructs/notification-queue.ts';
import { Notifier } from './constructs/notifier.ts';
import { PolicyTicker } from './constructs/policy-ticker.ts';
import { ScheduleTicker } from './constructs/schedule-ticker.ts';
import { ServiceBlobs } from './constructs/service-blobs.ts';
import type { ServiceFunction, ServiceFunctionSurroundings } from './constructs/service-function.ts';
import { ServiceKey } from './constructs/service-key.ts';
import { ServiceTable } from './constructs/service-table.ts';
import { Sweeper } from './constructs/sweeper.ts';
import { machineOf, Workflow } from './constructs/workflow.ts';
import type { DeploymentSettings } from './deployment-settings.ts';

export interface ReplayServiceStackProps extends StackProps {
  readonly settings: DeploymentSettings;
}

/** The whole service on AWS: who stores, who runs, and who may do what. */
export class ReplayServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: ReplayServiceStackProps) {
    // CloudFormation takes a template of a million bytes; indentation would be two thirds of it.
    super(scope, id, { ...props, suppressTemplateIndentation: true });

    const { key } = new ServiceKey(this, 'Key');
    const network = new Network(this, 'Network', {
      key,
      asksBedrock: usesBedrock(settings.config.ai),
      mailsCodes: sendsCodes(settings.config),
      ...settings.network,
    });
    const stores: Stores = {
      rows: new ServiceTable(this, 'Rows', { key }),
      blobs: new ServiceBlobs(this, 'Blobs', { key, ...retention(settings) }),
      channelKey: new ChannelKey(this, 'ChannelKey'),
      queue: new NotificationQueue(this, 'Notifications', { key }),
      config: settings.config,
    };
    const surroundings = this.surroundings(settings, network, key, stores);
    const { api, steps, sending } = new CapabilityFunctions(this, 'Functions', {
      surroundings,
      stores,
      config: settings.config,
      replayConcurrency: settings.replayConcurrency,
      adminEnvironment: this.adminKey(settings, key),
      providerEnvironment: {
        ...settings.providerEnvironment,
        ...providerSecrets(this, {
          config: settings.config,
          encryptionKey: key,
          versions: settings.providerSecretVersions,
        }),
      },
      openApiEnvironment: this.openApiToken(settings, key),
      modelEnvironment: this.modelKey(settings, key),
    });
    const notifier = this.ownFunctions(surroundings, stores);
    new EgressAlarm(this, 'Egress', [...sending, notifier.function]);
    const stateMachine = this.workflows(key, steps);
    const restApi = this.privateApi(settings, network, key, api);
    new Dashboard(this, 'Dashboard', {
      api: restApi,
      stateMachine,
      worker: functionOf(steps, 'ReplayChunk'),
      queue: stores.queue.queue,
      deadLetters: stores.queue.deadLetters,
      outcomes: notifier.outcomes,
    });
    this.outputs(network, restApi);
    if (settings.alarmTopicArn !== undefined) this.sendAlarmsTo(settings.alarmTopicArn);
  }

  /** What every function has around it: the network, the key, and the settings that name the stores. */
  private surroundings(
    settings: DeploymentSettings,
    network: Network,
    key: IKey,
    { rows, blobs, queue, channelKey }: Stores,
  ): ServiceFunctionSurroundings {
    return {
      network,
      key,
      environment: {
        ...settings.environment,
        SVC_TABLE_NAME: rows.table.tableName,
        SVC_BUCKET_NAME: blobs.bucket.bucketName,
        SVC_QUEUE_URL: queue.queue.queueUrl,
        SVC_DEAD_LETTER_QUEUE_URL: queue.deadLetters.queueUrl,
        SVC_CHANNEL_KEY_ID: channelKey.key.keyArn,
        SVC_REPLAY_STATE_MACHINE_ARN: machineOf(this, 'replay').arn,
        SVC_RECOMPARE_STATE_MACHINE_ARN: machineOf(this, 'recompare').arn,
        SVC_ANALYSIS_STATE_MACHINE_ARN: machineOf(this, 'analysis').arn,
        SVC_EVALUATION_STATE_MACHINE_ARN: machineOf(this, 'evaluation').arn,
      },
    };
  }

  /** The secret with the admin key (docs/operator-runbook.md#admin-key). */
  private adminKey({ adminKeyVersion: versionId }: DeploymentSettings, encryptionKey: IKey): { SVC_ADMIN_KEY: string } {
    const secret = new Secret(this, 'AdminKey', {
      description: 'SVC_ADMIN_KEY: every right, for first set-up and automation',
      encryptionKey,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'Its callers hold a copy: people replace it, and deploy, when they decide to (docs/operator-runbook.md#admin-key).',
    });
    // CloudFormation reads the secret when this text changes, and never otherwise.
    return {
      SVC_ADMIN_KEY: SecretValue.secretsManager(secret.secretArn, versionId ? { versionId } : {}).unsafeUnwrap(),
    };
  }

  /** The functions that neither serve requests nor run steps: sweepers, tickers, and the notifier, which it returns. */
  private ownFunctions(surroundings: ServiceFunctionSurroundings, stores: Stores): Notifier {
    const sweeper = new Sweeper(this, 'Sweeper', {
      ...surroundings,
      entry: 'notifications/sweeper',
      name: 'ResumePlans',
      machine: 'replay',
    });
    const runSweeper = new Sweeper(this, 'RunSweeper', {
      ...surroundings,
      entry: 'evaluation/run-sweeper',
      name: 'ResumeRuns',
      machine: 'evaluation',
    });
    const policyTicker = new PolicyTicker(this, 'PolicyTicker', surroundings);
    const scheduleTicker = new ScheduleTicker(this, 'ScheduleTicker', surroundings);
    const notifier = new Notifier(this, 'Notifier', {
      ...surroundings,
      queue: stores.queue,
      sweeper: sweeper.function,
    });
    grantUses(sweeper.function, notifications.functions.sweeper, stores);
    grantUses(runSweeper.function, evaluation.functions['run-sweeper'], stores);
    grantUses(policyTicker.function, evaluation.functions['policy-ticker'], stores);
    grantUses(scheduleTicker.function, replay.functions['schedule-ticker'], stores);
    grantUses(notifier.function, notifications.functions.notifier, stores);
    stores.queue.grantDeadLetter(notifier.function.role);
    return notifier;
  }

  /** The state machines; returns that of replays. */
  private workflows(key: IKey, steps: CapabilityFunctions['steps']): Workflow['stateMachine'] {
    const { stateMachine } = new Workflow(this, 'Replay', {
      key,
      steps,
      machine: 'replay',
      noun: 'A replay',
      distributed: true,
    });
    new Workflow(this, 'Recompare', { key, steps, machine: 'recompare', noun: 'A recompare', distributed: false });
    new Workflow(this, 'Analysis', { key, steps, machine: 'analysis', noun: 'An analysis', distributed: false });
    // A state machine keeps its logical name: under another, CloudFormation would create it again, but its name is taken.
    new Workflow(new Construct(this, 'Evaluation'), 'Machine', {
      key,
      steps,
      machine: 'evaluation',
      noun: 'An evaluation run',
      distributed: false,
    });
    return stateMachine;
  }

  private privateApi(
    { apiLogs }: DeploymentSettings,
    { apiEndpoint }: Network,
    key: IKey,
    functions: CapabilityFunctions['api'],
  ): SpecRestApi {
    const { api } = new PrivateApi(this, 'Api', {
      key,
      logs: apiLogs,
      vpcEndpoint: apiEndpoint,
      targets: CAPABILITIES.map(({ name, endpoints, pages, prefixes, streams }) => ({
        endpoints: [...endpoints, ...pages, ...(name === SITE ? SITE_PATHS : [])],
        fallbacks: [
          ...Object.keys(FALLBACKS).filter((prefix) => FALLBACKS[prefix] === name),
          ...prefixes.map(({ prefix }) => prefix),
        ],
        function: functionOf(functions, name),
        streams,
      })),
    });
    return api;
  }

  /** A secret with the token of the Open API, if the deployment asks for one (docs/operator-runbook.md#open-api-token). */
  private openApiToken(settings: DeploymentSettings, encryptionKey: IKey): { SVC_OPENAPI_TOKEN?: string } {
    if (!settings.openApiToken) return {};
    const secret = new Secret(this, 'OpenApiToken', {
      description: 'SVC_OPENAPI_TOKEN: the token of the Open API',
      encryptionKey,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'Pipelines hold a copy: people replace it, and deploy, when they decide to.',
    });
    const versionId = settings.openApiTokenVersion;
    const token = SecretValue.secretsManager(secret.secretArn, versionId ? { versionId } : {}).unsafeUnwrap();
    return { SVC_OPENAPI_TOKEN: token };
  }

  /** A secret for the key of a model that is not of Bedrock, which its owner fills in (docs/operator-runbook.md#model-key). */
  private modelKey({ config, modelKeyVersion }: DeploymentSettings, encryptionKey: IKey): { SVC_AI_API_KEY?: string } {
    if (config.ai === null || usesBedrock(config.ai)) return {};
    const reference = issuedSecret(this, 'ModelKey', {
      encryptionKey,
      description: 'SVC_AI_API_KEY: key of the language model',
      issuer: 'The operator of the model issues it (docs/operator-runbook.md#model-key).',
      versionId: modelKeyVersion,
    });
    return { SVC_AI_API_KEY: reference };
  }

  /** What the network team and the first pipeline have to know. */
  private outputs({ vpc, subnets, apiEndpoint }: Network, { restApiId }: SpecRestApi): void {
    const { subnetIds, availabilityZones } = vpc.selectSubnets(subnets);
    const { vpcEndpointId } = apiEndpoint;
    const address = (host: string) => `https://${host}.execute-api.${this.region}.${this.urlSuffix}/${STAGE}`;
    const values: Readonly<Record<string, [value: string, description: string]>> = {
      VpcId: [vpc.vpcId, 'VPC of the service'],
      SubnetIds: [subnetIds.join(','), 'Subnets of functions and endpoints'],
      AvailabilityZones: [availabilityZones.join(','), 'Their zones'],
      ApiEndpointId: [vpcEndpointId, 'VPC endpoint of the API'],
      ApiAddress: [address(restApiId), 'Address of the API within the VPC, where the endpoint has private DNS'],
      ApiAddressOfEndpoint: [
        address(`${restApiId}-${vpcEndpointId}`),
        'Address of the API from the VPC, from peered networks and without private DNS',
      ],
    };
    for (const [name, [value, description]] of Object.entries(values))
      new CfnOutput(this, name, { value, description });
  }

  private sendAlarmsTo(topicArn: string): void {
    const action = new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', topicArn));
    for (const construct of this.node.findAll()) if (construct instanceof Alarm) construct.addAlarmAction(action);
  }
}

/** Has what is of no capability: the OpenAPI document, the files that pages name, and every path that is unknown. */
const SITE = 'console';

/** The address that people type, which leads to the console, and the OpenAPI document in its two forms. */
const SITE_PATHS = [
  ...['/', '/openapi', '/openapi.json'].map((path) => ({ method: 'GET', path }) as const),
  { method: 'POST', path: '/openapi' },
] as const;

/** Which capability answers unknown paths, by where they begin; each function words errors as the family of the path does. */
const FALLBACKS: Readonly<Record<string, string>> = {
  '/openapi/v1': 'replay',
  '/api/recorder': 'recordings',
  '/api/recorder/apps/{appId}': 'recordings',
  '/api/apps/{appId}': 'applications',
  '/api/replays/{planId}': 'findings',
  ...Object.fromEntries(EVALUATION_PREFIXES.map((prefix) => [prefix.slice(0, -1), 'evaluation'])),
  '/v1': 'logs',
  '/console': SITE,
  '': SITE,
};

function functionOf(functions: Readonly<Record<string, ServiceFunction>>, name: string) {
  const found = functions[name];
  if (found === undefined) throw new Error(`there is no function ${name}`);
  return found.function;
}

/** How long rows live (interface 1), in whole days: their blobs outlive them. */
function retention({ config }: DeploymentSettings) {
  const days = (ms: number) => Math.ceil(Duration.millis(ms).toDays({ integral: false }));
  return { caseDays: days(config.caseRetentionMs), planDays: days(config.planRetentionMs) };
}
