import { describe, expect, test } from 'vitest';
import { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import { deployedService, ownerOf } from './deployed-service.ts';
import { stackFacts } from './stack-facts.ts';

const { ofType, functions, policies, actionsOf, owners } = stackFacts();

describe('the functions of the stack', () => {
  test('are one for the API of each capability, one for its steps, the notifier and those that run on a schedule', () => {
    expect(owners.toSorted()).toEqual([
      'AdminKeyTickerStoreDigest',
      'AnalysisApi',
      'AnalysisSteps',
      'ApplicationsApi',
      'ArexApi',
      'CompareApi',
      'ConsoleApi',
      'EvaluationApi',
      'EvaluationSteps',
      'FindingsApi',
      'FindingsSteps',
      'LoginApi',
      'LogsApi',
      'MocksApi',
      'NoiseApi',
      'NoiseSteps',
      'NotificationsApi',
      'NotificationsSteps',
      'NotifierDeliver',
      'PolicyTickerTickPolicies',
      'RecordingsApi',
      'ReplayApi',
      'ReplaySteps',
      'ReportApi',
      'RetentionTickerApplyRetention',
      'RunSweeperResumeRuns',
      'ScheduleTickerStartSchedules',
      'SealingTickerSealStored',
      'SweeperResumePlans',
      'TrialsApi',
    ]);
  });

  test.for(functions)(
    'are traced, in the VPC, and log JSON into a separate group, with their settings: $name',
    ({ Properties }) => {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        VpcConfig: { SubnetIds: [expect.anything(), expect.anything()], SecurityGroupIds: [expect.anything()] },
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
        KmsKeyArn: expect.anything(),
      });
      const { Variables } = Properties.Environment as { Variables: object }; // the template is untyped JSON
      expect(Object.keys(Variables)).toEqual(expect.arrayContaining(AWS_VARIABLES));
      expect(Variables).toMatchObject({ SVC_REPLAY_OPENAPI: 'true', SVC_EGRESS_ALLOW: '10.1.0.0/16,10.2.0.0/16' });
    },
  );

  test.for<[string, string | undefined]>([
    ['INFO', undefined],
    ['DEBUG', 'DEBUG'],
    ['ERROR', 'ERROR'],
    ['FATAL', 'SILENT'],
  ])('have Lambda write from the level %s for SVC_LOG_LEVEL %s', ([allowed, level]) => {
    const deployed = deployedService({ settings: level === undefined ? [] : [`SVC_LOG_LEVEL=${level}`] });
    for (const { Properties } of deployed.ofType('AWS::Lambda::Function')) {
      expect(Properties.LoggingConfig).toMatchObject({ ApplicationLogLevel: allowed });
    }
  });

  test('share no role and no log group', () => {
    const shared = (pick: (properties: Record<string, unknown>) => unknown) =>
      new Set(functions.map(({ Properties }) => JSON.stringify(pick(Properties)))).size;
    expect(shared(({ Role }) => Role)).toBe(functions.length);
    expect(shared(({ LoggingConfig }) => LoggingConfig)).toBe(functions.length);
  });

  test('have a reference to the admin key, never its value, only if no caller reaches them', () => {
    const holders = functions.filter(({ Properties }) => JSON.stringify(Properties).includes('SVC_ADMIN_KEY'));
    expect(holders.map(({ name }) => ownerOf(name))).toEqual(['AdminKeyTickerStoreDigest']);
    for (const { Properties } of holders) expect(JSON.stringify(Properties)).toContain('{{resolve:secretsmanager:');
  });

  test('reach instances under test only if they send requests, try a login or ask a model, and receivers only from the notifier without login by a provider', () => {
    const groups = Map.groupBy(functions, ({ Properties }) => JSON.stringify(Properties.VpcConfig));
    const sizes = [...groups.values()]
      .map((members) => members.map(({ name }) => ownerOf(name)).toSorted())
      .toSorted((a, b) => a.length - b.length);
    expect(sizes.map((members) => members.length)).toEqual([1, 5, functions.length - 6]);
    expect(sizes[0]).toEqual(['NotifierDeliver']);
    expect(sizes[1]).toEqual(['AnalysisSteps', 'MocksApi', 'NoiseSteps', 'ReplaySteps', 'TrialsApi']);
  });
});

describe('the rights of the functions', () => {
  test('have no wildcard in an action', () => {
    expect(
      policies.flatMap(({ statements }) => statements.flatMap((s) => s.Action)).filter((a) => a.includes('*')),
    ).toEqual([]);
  });

  test.for<[string, string[]]>([
    [
      'states:StartExecution',
      [
        'AnalysisSteps',
        'EvaluationApi',
        'EvaluationSteps',
        'FindingsApi',
        'PolicyTickerTickPolicies',
        'ReplayApi',
        'ReportApi',
        'RunSweeperResumeRuns',
        'ScheduleTickerStartSchedules',
        'SweeperResumePlans',
      ],
    ],
    ['states:SendTaskSuccess', ['AnalysisApi', 'AnalysisSteps']],
    [
      'sqs:SendMessage',
      [
        'AnalysisApi',
        'AnalysisSteps',
        'LoginApi',
        'NotificationsApi',
        'NotificationsSteps',
        'NotifierDeliver',
        'RunSweeperResumeRuns',
        'SweeperResumePlans',
      ],
    ],
    ['sqs:ReceiveMessage', ['NotifierDeliver']],
    ['lambda:InvokeFunction', []],
    ['dynamodb:DeleteTable', []],
    ['dynamodb:Scan', []],
  ])('allow %s to %j only', ([action, allowed]) => {
    expect(owners.filter((owner) => actionsOf(owner).includes(action)).toSorted()).toEqual(allowed);
  });

  test.for<[string, string[]]>([
    ['replay', ['EvaluationSteps', 'ReplayApi', 'ReportApi', 'ScheduleTickerStartSchedules', 'SweeperResumePlans']],
    ['recompare', ['FindingsApi', 'ReportApi']],
    ['analysis', ['AnalysisSteps']],
    ['evaluation', ['EvaluationApi', 'PolicyTickerTickPolicies', 'RunSweeperResumeRuns']],
  ])('allow starting executions of %s to %j only', ([machine, starters]) => {
    const starting = policies.filter(
      ({ owner, statements }) =>
        owners.includes(owner) &&
        statements.some(
          ({ Action, Resource }) =>
            [Action].flat().includes('states:StartExecution') &&
            JSON.stringify(Resource).includes(`stateMachine:ReplayService-${machine}"`),
        ),
    );
    expect(starting.map(({ owner }) => owner).toSorted()).toEqual(starters);
  });

  test('let every function that reads blobs get 404 from S3 for a missing one, through the VPC endpoint too', () => {
    for (const owner of owners)
      expect(actionsOf(owner).includes('s3:ListBucket')).toBe(actionsOf(owner).includes('s3:GetObject'));
    const endpoint = ofType('AWS::EC2::VPCEndpoint').find(({ name }) => name.startsWith('NetworkVpcs3'));
    expect(JSON.stringify(endpoint?.Properties.PolicyDocument)).toContain('s3:ListBucket');
  });

  test('use no managed policy, and no role of the account for logs of API Gateway', () => {
    const managed = ofType('AWS::IAM::Role').flatMap(({ Properties }) => Properties.ManagedPolicyArns ?? []);
    expect(managed).toEqual([]);
    expect(ofType('AWS::ApiGateway::Account')).toEqual([]);
  });
});
