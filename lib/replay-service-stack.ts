import { Duration, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { endpoints as consoleApi } from '../functions/console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../functions/evaluation/api/endpoints.ts';
import { endpoints as logApi } from '../functions/logs/api/endpoints.ts';
import { endpoints as openApi } from '../functions/open-api/endpoints.ts';
import { pages } from '../functions/pages/pages.ts';
import { EVALUATION_PREFIXES } from '../functions/platform/http/families.ts';
import { endpoints as recorderApi } from '../functions/recorder-api/endpoints.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { ChannelKey } from './constructs/channel-key.ts';
import { Dashboard } from './constructs/dashboard.ts';
import { EgressAlarm } from './constructs/egress-alarm.ts';
import { EvaluationWorkflow } from './constructs/evaluation-workflow.ts';
import { issuedSecret } from './constructs/issued-secret.ts';
import { grantAnswerCodes, grantAskForCodes, grantMail, grantTokens, mailsCodes } from './constructs/login-access.ts';
import { asksProviders, providerSecrets } from './constructs/login-providers.ts';
import { grantModel, isOfBedrock } from './constructs/model-access.ts';
import { Network } from './constructs/network.ts';
import { NotificationQueue } from './constructs/notification-queue.ts';
import { Notifier } from './constructs/notifier.ts';
import { PolicyTicker } from './constructs/policy-ticker.ts';
import { PrivateApi } from './constructs/private-api.ts';
import { ASKING_STEPS, ReplaySteps } from './constructs/replay-steps.ts';
import { ServiceBlobs } from './constructs/service-blobs.ts';
import {
  ServiceFunction,
  type ServiceFunctionProps,
  type ServiceFunctionSurroundings,
} from './constructs/service-function.ts';
import { ServiceKey } from './constructs/service-key.ts';
import { ServiceTable } from './constructs/service-table.ts';
import { Sweeper } from './constructs/sweeper.ts';
import { grantComplete, grantStart, machineOf, Workflow } from './constructs/workflow.ts';
import type { DeploymentSettings } from './deployment-settings.ts';

export interface ReplayServiceStackProps extends StackProps {
  readonly settings: DeploymentSettings;
}

/** The whole service on AWS: who stores, who runs, and who may do what. */
export class ReplayServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: ReplayServiceStackProps) {
    super(scope, id, props);

    const { key } = new ServiceKey(this, 'Key');
    const network = new Network(this, 'Network', {
      key,
      asksBedrock: isOfBedrock(settings.config.ai),
      mailsCodes: mailsCodes(settings.config),
      ...settings.network,
    });
    const rows = new ServiceTable(this, 'Rows', { key });
    const blobs = new ServiceBlobs(this, 'Blobs', { key, ...retention(settings) });
    const channelKey = new ChannelKey(this, 'ChannelKey');
    const notifications = new NotificationQueue(this, 'Notifications', { key });
    const adminKey = new Secret(this, 'AdminKey', {
      description: 'SVC_ADMIN_KEY: every right, for first set-up and automation',
      encryptionKey: key,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    acknowledge(adminKey, {
      'AwsSolutions-SMG4':
        'Its callers hold a copy: people replace it, and deploy, when they decide to (docs/operator-runbook.md#admin-key).',
    });

    const surroundings: ServiceFunctionSurroundings = {
      network,
      key,
      environment: {
        ...settings.environment,
        SVC_TABLE_NAME: rows.table.tableName,
        SVC_BUCKET_NAME: blobs.bucket.bucketName,
        SVC_QUEUE_URL: notifications.queue.queueUrl,
        SVC_DEAD_LETTER_QUEUE_URL: notifications.deadLetters.queueUrl,
        SVC_CHANNEL_KEY_ID: channelKey.key.keyArn,
        SVC_REPLAY_STATE_MACHINE_ARN: machineOf(this, 'replay').arn,
        SVC_RECOMPARE_STATE_MACHINE_ARN: machineOf(this, 'recompare').arn,
        SVC_ANALYSIS_STATE_MACHINE_ARN: machineOf(this, 'analysis').arn,
        SVC_EVALUATION_STATE_MACHINE_ARN: machineOf(this, 'evaluation').arn,
      },
    };
    const api = (
      name: string,
      entry: string,
      own: Partial<Pick<ServiceFunctionProps, 'environment' | 'timeout' | 'files' | 'reach'>> = {},
    ) =>
      new ServiceFunction(this, name, {
        ...surroundings,
        entry,
        handler: 'handler',
        reach: 'inside',
        timeout: Duration.seconds(29),
        memorySize: 1024,
        ...own,
      });
    // CloudFormation reads the secret when this text changes, and never otherwise.
    const versionId = settings.adminKeyVersion;
    const withAdminKey = {
      ...surroundings.environment,
      SVC_ADMIN_KEY: SecretValue.secretsManager(adminKey.secretArn, versionId ? { versionId } : {}).unsafeUnwrap(),
    };
    // Whoever lets people in by a provider asks it who they are.
    const login = {
      environment: {
        ...withAdminKey,
        ...settings.providerEnvironment,
        ...providerSecrets(this, {
          config: settings.config,
          encryptionKey: key,
          versions: settings.providerSecretVersions,
        }),
      },
      reach: asksProviders(settings.config) ? 'toReceivers' : 'inside',
    } as const;
    const openApiFunction = api('OpenApi', 'functions/open-api/handler.ts');
    const consoleApiFunction = api('ConsoleApi', 'functions/console-api/handler.ts', login);
    const recorderApiFunction = api('RecorderApi', 'functions/recorder-api/handler.ts', { environment: withAdminKey });
    const pagesFunction = api('Pages', 'functions/pages/handler.ts', { ...login, files: 'functions/pages/assets' });
    // A lookup streams as long as there are rows.
    const logApiFunction = api('LogApi', 'functions/logs/lambda/handler.ts', {
      environment: withAdminKey,
      timeout: Duration.minutes(15),
    });
    const evaluationApiFunction = api('EvaluationApi', 'functions/evaluation-api/handler.ts', {
      environment: withAdminKey,
    });
    const steps = new ReplaySteps(this, 'Steps', {
      ...surroundings,
      askingEnvironment: this.modelKey(settings, key),
    }).functions;
    const evaluationSteps = new EvaluationWorkflow(this, 'Evaluation', surroundings).functions;
    const sweeper = new Sweeper(this, 'Sweeper', {
      ...surroundings,
      entry: 'functions/replay-steps/handler.ts',
      handler: 'resumePlans',
      machine: 'replay',
    });
    const runSweeper = new Sweeper(this, 'RunSweeper', {
      ...surroundings,
      entry: 'functions/evaluation-steps/handler.ts',
      handler: 'resumeRuns',
      machine: 'evaluation',
    });
    const policyTicker = new PolicyTicker(this, 'PolicyTicker', surroundings);
    const notifier = new Notifier(this, 'Notifier', {
      ...surroundings,
      queue: notifications,
      sweeper: sweeper.function,
    });

    const everyFunction = [
      openApiFunction,
      consoleApiFunction,
      recorderApiFunction,
      logApiFunction,
      evaluationApiFunction,
      pagesFunction,
      sweeper.function,
      runSweeper.function,
      policyTicker.function,
      notifier.function,
      ...Object.values(steps),
      ...Object.values(evaluationSteps),
    ];
    for (const { role } of everyFunction) {
      rows.grantRows(role);
      blobs.grantBlobs(role);
    }
    for (const { role } of [
      openApiFunction,
      consoleApiFunction,
      pagesFunction,
      sweeper.function,
      evaluationSteps.PollAttempt,
    ])
      grantStart(role, 'replay');
    for (const { role } of [evaluationApiFunction, pagesFunction, runSweeper.function, policyTicker.function])
      grantStart(role, 'evaluation');
    for (const { role } of [consoleApiFunction, pagesFunction]) grantStart(role, 'recompare');
    grantStart(steps.RequestAnalysis.role, 'analysis');
    // Whatever may end an analysis lets the replay that waits for it go on.
    const conclude = [
      openApiFunction,
      steps.RequestAnalysis,
      steps.AwaitAnalysis,
      steps.AnalyzeRound,
      steps.FailAnalysis,
    ];
    for (const { role } of conclude) grantComplete(role, 'replay');
    for (const name of ASKING_STEPS) grantModel(steps[name].role, settings.config.ai);
    // Results, and diagnoses that were written back.
    const announce = [
      steps.NotifyResult,
      sweeper.function,
      notifier.function,
      openApiFunction,
      steps.RequestAnalysis,
      steps.AnalyzeRound,
      // Wishes for codes, and tests of channels.
      consoleApiFunction,
      pagesFunction,
    ];
    for (const { role } of announce) notifications.grantSend(role);
    notifications.grantBury(notifier.function.role);
    for (const { role } of [openApiFunction, pagesFunction]) channelKey.grantSeal(role);
    channelKey.grantOpen(notifier.function.role);
    // Verdicts by a threshold are made where rounds settle; one that is interrupted fails without (functions/findings/service/settlement.ts).
    channelKey.grantOpenOf(steps.SettleFindings.role, 'pass-thresholds');
    channelKey.grantSealOf(evaluationSteps.PollAttempt.role, 'pass-thresholds');
    for (const { role } of [
      consoleApiFunction,
      recorderApiFunction,
      logApiFunction,
      evaluationApiFunction,
      pagesFunction,
      notifier.function,
    ])
      grantTokens(role, channelKey);
    for (const { role } of [consoleApiFunction, pagesFunction]) grantAskForCodes(role, channelKey);
    grantAnswerCodes(notifier.function.role, channelKey);
    grantMail(notifier.function.role, settings.config);

    // Whoever sends where others say.
    new EgressAlarm(this, 'Egress', [
      steps.ReplayChunk,
      steps.ReduceNoise,
      steps.AnalyzeRound,
      notifier.function,
      consoleApiFunction,
      pagesFunction,
    ]);

    const { stateMachine } = new Workflow(this, 'Replay', {
      key,
      machine: 'replay',
      noun: 'A replay',
      distributed: true,
      steps: {
        SelectCases: steps.SelectCases.function,
        ReplayChunk: steps.ReplayChunk.function,
        FinishReplay: steps.FinishReplay.function,
        ReduceNoise: steps.ReduceNoise.function,
        SettleFindings: steps.SettleFindings.function,
        RequestAnalysis: steps.RequestAnalysis.function,
        AwaitAnalysis: steps.AwaitAnalysis.function,
        NotifyResult: steps.NotifyResult.function,
        InterruptReplay: steps.InterruptReplay.function,
      },
    });
    new Workflow(this, 'Recompare', {
      key,
      machine: 'recompare',
      noun: 'A recompare',
      distributed: false,
      steps: {
        RecompareChunk: steps.RecompareChunk.function,
        StoreClusters: steps.StoreClusters.function,
      },
    });
    new Workflow(this, 'Analysis', {
      key,
      machine: 'analysis',
      noun: 'An analysis',
      distributed: false,
      steps: {
        AnalyzeRound: steps.AnalyzeRound.function,
        FailAnalysis: steps.FailAnalysis.function,
      },
    });
    const { api: restApi } = new PrivateApi(this, 'Api', {
      key,
      vpcEndpoint: network.apiEndpoint,
      families: [
        { endpoints: openApi, prefix: '/openapi/v1', function: openApiFunction.function },
        { endpoints: recorderApi, prefix: '/api/recorder', function: recorderApiFunction.function },
        ...EVALUATION_PREFIXES.map((prefix) => ({
          endpoints: evaluationApi.filter(({ path }) => path.startsWith(prefix)),
          prefix: prefix.slice(0, -1),
          function: evaluationApiFunction.function,
        })),
        { endpoints: logApi, prefix: '/v1', function: logApiFunction.function, streams: true },
        { endpoints: [...FIRST_PAGES, ...pages], prefix: '/console', function: pagesFunction.function },
        { endpoints: consoleApi, prefix: '', function: consoleApiFunction.function },
      ],
    });
    new Dashboard(this, 'Dashboard', {
      api: restApi,
      stateMachine,
      worker: steps.ReplayChunk.function,
      queue: notifications.queue,
      deadLetters: notifications.deadLetters,
      outcomes: notifier.outcomes,
    });
    if (settings.alarmTopicArn !== undefined) this.sendAlarmsTo(settings.alarmTopicArn);
  }

  /** A secret for the key of a model that is not of Bedrock, which its owner fills in (docs/operator-runbook.md#model-key). */
  private modelKey({ config, modelKeyVersion }: DeploymentSettings, encryptionKey: IKey): { SVC_AI_API_KEY?: string } {
    if (config.ai === null || isOfBedrock(config.ai)) return {};
    const reference = issuedSecret(this, 'ModelKey', {
      encryptionKey,
      description: 'SVC_AI_API_KEY: key of the language model',
      issuer: 'It is issued by whoever runs the model (docs/operator-runbook.md#model-key).',
      versionId: modelKeyVersion,
    });
    return { SVC_AI_API_KEY: reference };
  }

  private sendAlarmsTo(topicArn: string): void {
    const action = new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', topicArn));
    for (const construct of this.node.findAll()) if (construct instanceof Alarm) construct.addAlarmAction(action);
  }
}

/** The address that people type, which leads to the console, and the OpenAPI document in its two forms. */
const FIRST_PAGES = ['/', '/openapi', '/openapi.json'].map((path) => ({ method: 'GET', path }) as const);

/** How long rows live (interface 1), in whole days: their blobs outlive them. */
function retention({ config }: DeploymentSettings) {
  const days = (ms: number) => Math.ceil(Duration.millis(ms).toDays({ integral: false }));
  return { caseDays: days(config.caseRetentionMs), planDays: days(config.planRetentionMs) };
}
