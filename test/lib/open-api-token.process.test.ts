import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { deployedService, ownerOf } from './deployed-service.ts';

const TRIGGERED = { settings: ['SVC_REPLAY_OPENAPI=true'] };

const holdersOf = (context: Record<string, unknown>) =>
  deployedService(context)
    .ofType('AWS::Lambda::Function')
    .filter(({ Properties }) => JSON.stringify(Properties).includes('SVC_OPENAPI_TOKEN'));

test('the token of the Open API is a secret of the functions with its endpoints', () => {
  const context = { ...TRIGGERED, openApiToken: 'on', openApiTokenVersion: 'v3' };
  const holders = holdersOf(context);
  const names = holders.map(({ name }) => ownerOf(name)).toSorted();
  expect(names).toEqual(['AnalysisApi', 'NotificationsApi', 'ReplayApi', 'ReportApi']);
  for (const { Properties } of holders) expect(JSON.stringify(Properties)).toMatch(/resolve:secretsmanager:.*v3\}\}/);
  const { app, stack } = deployedService(context);
  expect(new AwsSolutionsChecks(app).validateScope(stack).violations).toEqual([]);
});

test('the token of the Open API is off by default, and cannot be a plain setting', () => {
  expect(holdersOf(TRIGGERED)).toEqual([]);
  expect(() => deployedService({ openApiToken: 'yes' })).toThrow('context "openApiToken" is not one of off, on');
  expect(() => deployedService({ settings: ['SVC_OPENAPI_TOKEN=a-token-of-16-or-more'] })).toThrow(
    'SVC_OPENAPI_TOKEN is not a deployment setting',
  );
});
