import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../functions/platform/settings/read-variables.ts';
import { deployedService } from './deployed-service.ts';

const variables = (context: Record<string, unknown>, name: string) =>
  deployedService(context)
    .ofType('AWS::Lambda::Function')
    // the template is untyped JSON
    .map(({ Properties }) => (Properties.Environment as { Variables: Record<string, unknown> }).Variables[name]);

describe('the context "settings"', () => {
  test.for(['SVC_NAME', 'OTHER=1', 'SVC_=1'])('stops the synthesis if one is not SVC_NAME=value: %s', (setting) => {
    expect(() => deployedService({ settings: [setting] })).toThrow('SVC_NAME=value');
  });

  test.for([
    ['SVC_CASE_RETENTION_HOURS', '4 days'],
    ['SVC_PLAN_RETENTION_DAYS', '0'],
    ['SVC_LOG_LEVEL', 'TRACE'],
    ['SVC_REPLAY_OPENAPI', 'yes'],
    ['SVC_PUBLIC_URL', 'replay.example'],
    ['SVC_OAUTH_GITHUB_ID', 'two words'],
    ['SVC_OIDC_ISSUER', 'http://login.shop.test'],
  ])('stops the synthesis and names a value that the functions could not start with: %s=%s', ([name, value]) => {
    expect(() => deployedService({ settings: [`${name}=${value}`] })).toThrow(`${name} is invalid`);
  });

  test.for([
    'SVC_SETTLE_SECOND=1',
    'SVC_TABLE_NAME=mine',
    'SVC_ADMIN_KEY=0123456789abcdef',
    'SVC_OAUTH_GITHUB_SECRET=secret-1',
    'SVC_OAUTH_GOOGLE_SECRET=secret-1',
    'SVC_OIDC_SECRET=secret-1',
  ])('stops the synthesis for a name that is not a deployment setting: %s', (setting) => {
    expect(() => deployedService({ settings: [setting] })).toThrow(
      `${setting.split('=')[0]} is not a deployment setting`,
    );
  });

  test.for([
    ['SVC_OIDC_ID', 'SVC_OIDC_ISSUER=https://login.shop.test'],
    ['SVC_OIDC_ISSUER', 'SVC_OIDC_ID=id-1'],
  ] as const)(
    'stops the synthesis for half of a provider of logins and names what is missing: %s',
    ([missing, set]) => {
      expect(() => deployedService({ settings: [set] })).toThrow(new ConfigError(`${missing} is missing`));
    },
  );

  test.for<[string, unknown]>([
    ['in cdk.json', ['SVC_EGRESS_ALLOW=10.1.0.0/16,10.2.0.0/16', 'SVC_LOG_LEVEL=WARN']],
    ['on the command line', 'SVC_EGRESS_ALLOW=10.1.0.0/16,10.2.0.0/16, SVC_LOG_LEVEL=WARN'],
  ])('accepts values with commas %s', ([, settings]) => {
    expect(new Set(variables({ settings }, 'SVC_EGRESS_ALLOW'))).toEqual(new Set(['10.1.0.0/16,10.2.0.0/16']));
    expect(new Set(variables({ settings }, 'SVC_LOG_LEVEL'))).toEqual(new Set(['WARN']));
  });
});

test('a new adminKeyVersion changes the template, so that a deployment reads the secret again', () => {
  const reference = (context: Record<string, unknown>) =>
    new Set(
      variables(context, 'SVC_ADMIN_KEY').flatMap((value) => (value === undefined ? [] : [JSON.stringify(value)])),
    );
  const [current, ...more] = reference({});
  expect(more).toEqual([]);
  expect(current).toMatch(/resolve:secretsmanager:.*:SecretString:::\}\}/);
  expect([...reference({ adminKeyVersion: 'v-2' })]).toEqual([current?.replace(':::}}', ':::v-2}}')]);
});
