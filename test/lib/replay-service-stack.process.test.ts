import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { deployedService } from './deployed-service.ts';
import { stackFacts } from './stack-facts.ts';

const { app, stack, template, ofType, metricFilters, functions, policies, functionOf } = stackFacts();

describe('the observability of the stack', () => {
  test('includes log groups that are sealed and store lines as long as their kind says', () => {
    const logged = deployedService({ apiLogs: 'on' });
    const groups = logged.ofType('AWS::Logs::LogGroup');
    for (const { Properties } of groups) expect(Properties.KmsKeyId).toEqual(expect.anything());
    const days = Map.groupBy(groups, ({ Properties }) => Properties.RetentionInDays);
    const ids = (retained: number) => (days.get(retained) ?? []).map(({ name }) => name.replace(/[0-9A-F]{8}$/, ''));
    expect(ids(90)).toEqual(['ApiAccessLogs']);
    expect(ids(14).toSorted()).toEqual(
      ['Analysis', 'EvaluationMachine', 'Recompare', 'Replay'].map((machine) => `${machine}Logs`),
    );
    // Those of the functions and the flow logs of the VPC.
    expect(ids(30)).toHaveLength(functions.length + 1);
    expect(groups).toHaveLength(functions.length + 6);
  });

  test('includes at most 25 alarms, which each lead to the topic and to a section of the runbook', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeLessThanOrEqual(25);
    for (const { Properties } of alarms) {
      expect(Properties.AlarmActions).toEqual(['arn:aws:sns:eu-west-1:123456789012:operators']);
      expect(Properties.AlarmDescription).toMatch(/\. What to do: docs\/operator-runbook\.md#[a-z0-9-]+$/);
    }
  });

  test.for([
    ['Errors', 'function-failing'],
    ['Throttles', 'function-throttled'],
  ])('counts %s of each function in one alarm, which names at most ten metrics', ([metric, runbook]) => {
    const counted = ofType('AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => String(Properties.AlarmDescription).endsWith(`#${runbook}`))
      .map(({ Properties }) => JSON.stringify(Properties.Metrics))
      .map((metrics) => [
        ...metrics.matchAll(new RegExp(`"Value":{"Ref":"(\\w+)"}[^}]*}\\],"MetricName":"${metric}"`, 'g')),
      ])
      .map((found) => found.map(([, name = '']) => name));
    for (const names of counted) expect(names.length).toBeLessThanOrEqual(10);
    expect(counted.flat().toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
  });

  test('includes the sections of the runbook that alarms and the reasons for secrets name', () => {
    const sections = [...readFileSync('docs/operator-runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        ?.toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const named = ofType('AWS::CloudWatch::Alarm').map(
      ({ Properties }) => String(Properties.AlarmDescription).split('#')[1],
    );
    expect(
      [...named, 'admin-key', 'archive', 'model-key', 'login-providers'].filter(
        (section) => !sections.includes(section),
      ),
    ).toEqual([]);
  });

  test('includes a dashboard with a row for each stage', () => {
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardBody: Match.anyValue() });
    const body = JSON.stringify(ofType('AWS::CloudWatch::Dashboard')[0]?.Properties);
    for (const stage of ['Outcomes: ', 'API: ', 'Replays: ', 'Workers: ', 'Notifications: '])
      expect(body).toContain(stage);
  });
});

test('the stack has no finding of the security rules without a reason', () => {
  const { violations } = new AwsSolutionsChecks(app).validateScope(stack);
  expect(
    violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources[0]?.constructPath]),
  ).toEqual([]);
});

test('a worker has room for the longest answers of all its connections', () => {
  const worker = functionOf('ReplaySteps');
  // An answer is held as it came, decompressed, and as text of two bytes a character.
  expect(Number(worker?.Properties.MemorySize)).toBeGreaterThan(20 * 16 * 4);
});

test('EventBridge Scheduler starts due schedules once each minute, and may invoke only that function', () => {
  const [schedule, ...others] = ofType('AWS::Scheduler::Schedule');
  expect(others).toEqual([]);
  expect(schedule?.Properties).toMatchObject({
    ScheduleExpression: 'rate(1 minute)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    State: 'ENABLED',
    Target: { Input: '{}', RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } },
  });
  const target = JSON.stringify(schedule?.Properties.Target);
  const { name } = functionOf('ScheduleTickerStartSchedules') ?? {};
  expect(target).toContain(`{"Fn::GetAtt":["${name}","Arn"]}`);
  const invokers = policies.filter(({ owner }) => owner === 'ScheduleTicker').flatMap(({ statements }) => statements);
  expect(invokers).toEqual([
    { Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: { 'Fn::GetAtt': [name, 'Arn'] } },
  ]);
});

describe('notifications', () => {
  test('reach the notifier ten at a time, fail one by one, and stay hidden in the queue for six times its timeout', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 50 },
    });
    const notifier = functionOf('NotifierDeliver');
    expect(notifier?.Properties.Timeout).toBe(60);
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 360,
      RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
    });
  });

  test('have urls and secrets that their writers seal and only the notifier opens', () => {
    const onChannelKey = policies.flatMap(({ owner, statements }) =>
      statements
        .filter(({ Resource }) => JSON.stringify(Resource).includes('ChannelKey'))
        // Secrets that the service seals for itself: see login-access.test.ts.
        .filter((statement) => !JSON.stringify(statement).includes('EncryptionContext:subject'))
        .map((statement) => [owner, statement] as const),
    );
    expect(onChannelKey.map(([owner, { Action }]) => [owner, Action]).toSorted()).toEqual([
      ['NotificationsApi', 'kms:GenerateDataKey'],
      ['NotifierDeliver', 'kms:Decrypt'],
    ]);
    expect(JSON.stringify(onChannelKey)).toContain(
      '{"Null":{"kms:EncryptionContext:tenant":"false"},"StringEquals":{"kms:EncryptionContext:field":["url","secret"]}}',
    );
  });

  const usersOf = (subject: string, action: string) =>
    policies
      .filter(({ statements }) =>
        statements.some((one) => one.Action === action && JSON.stringify(one).includes(`"${subject}"`)),
      )
      .map(({ owner }) => owner)
      .toSorted();

  test('have the threshold of a verdict, opened where rounds settle and sealed where replays are triggered, planned or scheduled', () => {
    expect(usersOf('pass-thresholds', 'kms:Decrypt')).toEqual(['FindingsSteps']);
    expect(usersOf('pass-thresholds', 'kms:GenerateDataKey')).toEqual([
      'EvaluationSteps',
      'ReplayApi',
      'ScheduleTickerStartSchedules',
    ]);
  });

  test('have the threshold of a schedule, sealed where it is saved and opened where its runs start', () => {
    expect(usersOf('schedule-thresholds', 'kms:GenerateDataKey')).toEqual(['ReplayApi']);
    expect(usersOf('schedule-thresholds', 'kms:Decrypt')).toEqual(['ReplayApi', 'ScheduleTickerStartSchedules']);
  });

  test('have headers that replays set, sealed where settings change and opened also where requests and a tried login are sent', () => {
    const openers = policies.filter(({ statements }) => JSON.stringify(statements).includes('"replay-headers"'));
    expect(openers.map(({ owner }) => owner).toSorted()).toEqual([
      'ApplicationsApi',
      'NoiseSteps',
      'ReplaySteps',
      'TrialsApi',
    ]);
  });

  test('raise an alarm for dead letters, for late ones, and when more than a fifth does not arrive', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => JSON.stringify(Properties));
    for (const section of ['dead-letters', 'notifications-late', 'notifications-failed'])
      expect(alarms.filter((alarm) => alarm.includes(`#${section}`))).toHaveLength(1);
  });

  test('are counted by outcome where it is logged, also by the sweeper for a notifier that died', () => {
    const counted = metricFilters().filter(([, , metric]) => metric?.startsWith('Notify'));
    const outcome = (name: string) => [`{ $.outcome = "${name}" }`, `Notify${name}`];
    expect(counted).toEqual([
      ...['SENT', 'FAILED', 'UNKNOWN', 'DROPPED_RATE'].map((name) => ['NotifierDeliver', ...outcome(name)]),
      ['SweeperResumePlans', ...outcome('UNKNOWN')],
    ]);
  });
});

test('the first connection to an address that is always denied raises an alarm, for each function that sends (facts: observability)', () => {
  const pattern = '{ ($.message = "egress denied") && ($.reason = "denied-address") }';
  const counted = metricFilters().filter(([, , metric]) => metric === 'EgressDeniedAddress');
  expect(counted.toSorted()).toEqual(
    ['AnalysisSteps', 'LoginApi', 'MocksApi', 'NoiseSteps', 'NotifierDeliver', 'ReplaySteps', 'TrialsApi'].map(
      (owner) => [owner, pattern, 'EgressDeniedAddress'],
    ),
  );
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'EgressDeniedAddress',
    Threshold: 0,
    Period: 60,
    AlarmDescription: Match.stringLikeRegexp('#egress-denied$'),
  });
});

test('online policies are checked each minute', () => {
  template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
});

test('the sweeper runs every five minutes and when an execution dies', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(5 minutes)',
    Targets: [Match.objectLike({ Input: '{}' })],
  });
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: Match.objectLike({ detail: Match.objectLike({ status: ['FAILED', 'TIMED_OUT', 'ABORTED'] }) }),
  });
});

test('the sweeper is notified of replays that died, but not of analyses', () => {
  const died = ofType('AWS::Events::Rule').map(({ Properties }) => JSON.stringify(Properties.EventPattern ?? ''));
  expect(died.filter((pattern) => pattern.includes('ReplayService-replay'))).toHaveLength(1);
  expect(died.filter((pattern) => pattern.includes('ReplayService-analysis'))).toEqual([]);
});

test('functions that let a waiting execution continue may do so for replays only', () => {
  const completing = policies.flatMap(({ statements }) =>
    statements.filter(({ Action }) => [Action].flat().includes('states:SendTaskSuccess')),
  );
  expect(completing).toHaveLength(2);
  for (const { Resource } of completing) expect(JSON.stringify(Resource)).toMatch(/stateMachine:ReplayService-replay"/);
  const endpoint = ofType('AWS::EC2::VPCEndpoint').find(({ name }) => name.startsWith('NetworkVpcstates'));
  expect(JSON.stringify(endpoint?.Properties.PolicyDocument)).toContain('states:SendTaskSuccess');
});

test('the sweeper retries a failure and then keeps it for an operator', () => {
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: { Ref: Match.stringLikeRegexp('^SweeperResumePlans') },
    MaximumRetryAttempts: 2,
    DestinationConfig: {
      OnFailure: { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp('^SweeperLost'), 'Arn'] } },
    },
  });
});
