import { Duration, Lazy, Stack, type StackProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { CAPABILITIES } from '../functions/composition/capabilities.ts';
import { evaluation } from '../functions/evaluation/capability.ts';
import { login } from '../functions/login/capability.ts';
import { notifications } from '../functions/notifications/capability.ts';
import { EVALUATION_PREFIXES } from '../functions/platform/http/families.ts';
import { replay } from '../functions/replay/capability.ts';
import type { WriteBundle } from './bundle.ts';
import { PrivateApi } from './constructs/api/private-api.ts';
import { PrivateDomain } from './constructs/api/private-domain.ts';
import { stageAddresses } from './constructs/api/stage-addresses.ts';
import { CapabilityFunctions } from './constructs/capability-functions.ts';
import { ChannelKey } from './constructs/channel-key.ts';
import { grantUses, type Stores } from './constructs/function-rights.ts';
import { sendsCodes } from './constructs/login-access.ts';
import { providerSecrets } from './constructs/login-providers.ts';
import { usesBedrock } from './constructs/model-access.ts';
import { Network } from './constructs/network.ts';
import { NotificationQueue } from './constructs/notification-queue.ts';
import { Notifier } from './constructs/notifier.ts';
import { Dashboard } from './constructs/observability/dashboard.ts';
import { EgressAlarm } from './constructs/observability/egress-alarm.ts';
import { addFunctionAlarms } from './constructs/observability/function-alarms.ts';
import { addLogQueries } from './constructs/observability/log-queries.ts';
import { Outcomes } from './constructs/observability/outcomes.ts';
import { RunbookAlarm, sumOf } from './constructs/observability/runbook-alarm.ts';
import { RowArchive } from './constructs/row-archive.ts';
import { ScheduleTicker } from './constructs/schedule-ticker.ts';
import { ServiceBlobs } from './constructs/service-blobs.ts';
import type { ServiceFunction, ServiceFunctionSurroundings } from './constructs/service-function.ts';
import { ServiceKey } from './constructs/service-key.ts';
import { adminKey, modelKey, openApiToken } from './constructs/service-secrets.ts';
import { ServiceTable } from './constructs/service-table.ts';
import { Sweeper } from './constructs/sweeper.ts';
import { Ticker } from './constructs/ticker.ts';
import { workTickers } from './constructs/work-tickers.ts';
import { machineOf } from './constructs/workflow.ts';
import { addWorkflows } from './constructs/workflows.ts';
import type { DeploymentSettings } from './deployment-settings.ts';
import { stackOutputs } from './stack-outputs.ts';

export interface ReplayServiceStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  readonly writeBundle: WriteBundle;
}

/** The whole service on AWS: who stores, who runs, and who may do what. */
export class ReplayServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, writeBundle, ...props }: ReplayServiceStackProps) {
    // CloudFormation takes a template of a million bytes; indentation would be two thirds of it.
    super(scope, id, { ...props, suppressTemplateIndentation: true });

    const { key } = new ServiceKey(this, 'Key');
    const network = new Network(this, 'Network', {
      key,
      asksBedrock: usesBedrock(settings.config.ai),
      mailsCodes: sendsCodes(settings.config),
      ...settings.network,
    });
    const stores = this.stores(settings, network, key);
    const surroundings = { ...this.surroundings(settings, network, key, stores), writeBundle };
    // The API is made of its functions, and the address of its stage of the API: only others can have it as a variable.
    const publicUrl =
      settings.address.publicUrl ??
      Lazy.string({ produce: () => stageAddresses({ api: restApi, vpcEndpoint: network.apiEndpoint }).ofEndpoint });
    const addressEnvironment = { SVC_PUBLIC_URL: publicUrl };
    const { api, steps, sending } = new CapabilityFunctions(this, 'Functions', {
      surroundings,
      stores,
      config: settings.config,
      replayConcurrency: settings.replayConcurrency,
      addressEnvironment,
      providerEnvironment: {
        ...settings.providerEnvironment,
        ...providerSecrets(this, {
          config: settings.config,
          encryptionKey: key,
          versions: settings.providerSecretVersions,
        }),
      },
      openApiEnvironment: openApiToken(this, settings, key),
      modelEnvironment: modelKey(this, settings, key),
    });
    const { notifier, background } = this.ownFunctions(
      settings,
      { ...surroundings, environment: { ...surroundings.environment, ...addressEnvironment } },
      stores,
    );
    new EgressAlarm(this, 'Egress', [...sending, notifier.function]);
    const stateMachine = addWorkflows(this, key, steps);
    const kinds = { api: Object.values(api), steps: [...new Set(Object.values(steps))], background };
    const functions = Object.values(kinds).flat();
    addFunctionAlarms(this, kinds);
    addLogQueries(this, functions);
    const restApi = this.privateApi({ ...settings, publicUrl }, network, key, api);
    new Dashboard(this, 'Dashboard', {
      api: restApi,
      stateMachine,
      worker: functionOf(steps, 'ReplayChunk'),
      queue: stores.queue.queue,
      deadLetters: stores.queue.deadLetters,
      outcomes: new Outcomes(this, 'Outcomes', functions),
      deliveries: notifier.outcomes,
    });
    stackOutputs(this, { network, api: restApi, publicUrl });
    if (settings.alarmTopicArn !== undefined) this.sendAlarmsTo(settings.alarmTopicArn);
  }

  /** What the ports of functions stand for. */
  private stores(settings: DeploymentSettings, network: Network, key: IKey): Stores {
    return {
      key,
      rows: new ServiceTable(this, 'Rows', {
        key,
        restoredArn: settings.tableArn,
        streams: settings.archive !== undefined,
      }),
      blobs: new ServiceBlobs(this, 'Blobs', {
        key,
        ...retention(settings),
        lookupVpcIds: [network.vpc.vpcId, ...settings.network.lookupVpcIds],
      }),
      channelKey: new ChannelKey(this, 'ChannelKey'),
      queue: new NotificationQueue(this, 'Notifications', { key }),
      config: settings.config,
    };
  }

  /** What every function has around it: the network, the key, and the settings that name the stores. */
  private surroundings(
    settings: DeploymentSettings,
    network: Network,
    key: IKey,
    { rows, blobs, queue, channelKey }: Stores,
  ): Omit<ServiceFunctionSurroundings, 'writeBundle'> {
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

  /** The functions that neither serve requests nor run steps: sweepers, tickers and the notifier. */
  private ownFunctions(
    settings: DeploymentSettings,
    surroundings: ServiceFunctionSurroundings,
    stores: Stores,
  ): { notifier: Notifier; background: readonly ServiceFunction[] } {
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
    // The only function that has the key (docs/decisions/030-one-function-has-the-admin-key.md).
    const adminKeyTicker = new Ticker(this, 'AdminKeyTicker', {
      ...surroundings,
      environment: { ...surroundings.environment, ...adminKey(this, settings, stores.key) },
      entry: 'login/admin-key-ticker',
      name: 'StoreDigest',
    });
    const scheduleTicker = new ScheduleTicker(this, 'ScheduleTicker', surroundings);
    const notifier = new Notifier(this, 'Notifier', {
      ...surroundings,
      queue: stores.queue,
      sweeper: sweeper.function,
    });
    grantUses(sweeper.function, notifications.functions.sweeper, stores);
    grantUses(runSweeper.function, evaluation.functions['run-sweeper'], stores);
    grantUses(scheduleTicker.function, replay.functions['schedule-ticker'], stores);
    grantUses(notifier.function, notifications.functions.notifier, stores);
    stores.queue.grantDeadLetter(notifier.function.role);
    new RunbookAlarm(this, 'SweepsLost', {
      metric: sumOf({ replays: sweeper.lostSweeps, runs: runSweeper.lostSweeps }),
      summary: 'A sweeper failed three times in a row.',
      runbook: 'sweeps-lost',
    });
    grantUses(adminKeyTicker.function, login.functions['admin-key-ticker'], stores);
    const archive = this.archive(settings, surroundings, stores);
    const tickers = [adminKeyTicker, ...workTickers(this, surroundings, stores), scheduleTicker];
    const own = [...tickers, sweeper, runSweeper, notifier, ...archive];
    const background = own.map((one) => one.function);
    return { notifier, background };
  }

  /** What keeps originals of rows, if the deployment asks for it. */
  private archive(
    { archive }: DeploymentSettings,
    surroundings: ServiceFunctionSurroundings,
    { rows }: Stores,
  ): readonly RowArchive[] {
    const streamArn = archive?.tableStreamArn ?? rows.table.tableStreamArn;
    if (archive === undefined || streamArn === undefined) return [];
    return [new RowArchive(this, 'Archive', { ...surroundings, archive, streamArn })];
  }

  private privateApi(
    { apiLogs, address, publicUrl }: DeploymentSettings & { publicUrl: string },
    { apiEndpoint }: Network,
    key: IKey,
    functions: CapabilityFunctions['api'],
  ): SpecRestApi {
    const { api } = new PrivateApi(this, 'Api', {
      key,
      logs: apiLogs,
      publicUrl,
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
    if (address.domain !== null)
      new PrivateDomain(this, 'Domain', { ...address.domain, api, vpcEndpoint: apiEndpoint });
    return api;
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

/** Which capability answers unknown paths, by where they begin; each function words errors as their family does. */
const FALLBACKS: Readonly<Record<string, string>> = {
  '/openapi/v1': 'replay',
  '/api/recorder': 'recordings',
  '/api/recorder/apps/{appId}': 'recordings',
  '/api/apps/{appId}': 'applications',
  '/api/apps/{appId}/compare-rules': 'compare',
  '/console/apps/{appId}': 'findings',
  '/console/apps/{appId}/settings': 'applications',
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
