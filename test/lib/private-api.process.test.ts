import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import { deployedService, ownerOf } from './deployed-service.ts';

const { template, ofType } = deployedService();
const ANY = 'x-amazon-apigateway-any-method';

interface Body {
  paths: Record<string, Record<string, object>>;
  'x-amazon-apigateway-policy': { Statement: { Effect: string; Condition?: object }[] };
  'x-amazon-apigateway-gateway-responses': Record<
    string,
    { statusCode: string; responseTemplates: Record<string, string> }
  >;
}
const api = ofType('AWS::ApiGateway::RestApi')[0];
const body = api?.Properties.Body as Body; // the template is untyped JSON
/** What is of no capability: the way to the console, and the OpenAPI document. */
const site = [
  ...['/', '/openapi', '/openapi.json'].map((path) => ({ owner: 'ConsoleApi', method: 'GET', path })),
  { owner: 'ConsoleApi', method: 'POST', path: '/openapi' },
];
const listed = [
  ...site,
  ...CAPABILITIES.flatMap(({ name, endpoints, pages }) =>
    [...endpoints, ...pages].map(({ method, path }) => ({ owner: ownerNameOf(name), method, path })),
  ),
];

function ownerNameOf(capability: string): string {
  return `${capability.charAt(0).toUpperCase()}${capability.slice(1)}Api`;
}

/**
 * The function of a path, as API Gateway finds it: a name before a variable, and `{proxy+}` below the last one found.
 */
function routed(path: string): string | undefined {
  let at = '';
  for (const segment of path.split('/').slice(1)) {
    const below = [`${at}/${segment}`, ...[...RESOURCES].filter((one) => isVariable(one, at))].find((one) =>
      RESOURCES.has(one),
    );
    if (below === undefined) return functionOf(`${at}/{proxy+}`);
    at = below;
  }
  return functionOf(at);
}

/** Every path and every beginning of one is a resource of API Gateway. */
const RESOURCES = new Set(
  Object.keys(body.paths).flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))),
);
const isVariable = (path: string, parent: string) =>
  path.startsWith(`${parent}/{`) && !path.endsWith('+}') && !path.slice(parent.length + 1).includes('/');
const functionOf = (path: string) => /"Functions(\w+)Function/.exec(JSON.stringify(body.paths[path]?.[ANY] ?? ''))?.[1];

describe('the routes of the API', () => {
  test.for(listed)('lead $method $path to $owner', ({ path, owner }) => {
    expect(path === '/' ? functionOf('/') : routed(path.replaceAll(/\{\w+\}/g, 'x'))).toBe(owner);
  });

  test('lead unknown paths to the capability that words their refusals', () => {
    const fallbacks = Object.keys(body.paths).filter((path) => path.endsWith('{proxy+}'));
    const owners = new Map(fallbacks.map((path) => [path, functionOf(path)]));
    expect(Object.fromEntries(owners)).toMatchObject({
      '/api/recorder/{proxy+}': 'RecordingsApi',
      '/api/v1/{proxy+}': 'EvaluationApi',
      '/api/v2/{proxy+}': 'EvaluationApi',
      '/console/{proxy+}': 'ConsoleApi',
      '/mock/{proxy+}': 'MocksApi',
      '/openapi/v1/{proxy+}': 'ReplayApi',
      '/v1/{proxy+}': 'LogsApi',
      '/{proxy+}': 'ConsoleApi',
    });
  });

  test('lead every method of a path to its function, and limit one method separately', () => {
    const methods = Object.entries(body.paths).map(([path, one]) => [path, Object.keys(one)] as const);
    for (const [, one] of methods) expect(one).toContain(ANY);
    expect(methods.filter(([, one]) => one.length > 1)).toEqual([['/openapi/v1/replay-triggers', [ANY, 'post']]]);
  });

  test('have no path that belongs to two capabilities', () => {
    const owners = Map.groupBy(listed, ({ path }) => path);
    const shared = [...owners].filter(([, rows]) => new Set(rows.map(({ owner }) => owner)).size > 1);
    expect(shared.map(([path]) => path)).toEqual([]);
  });

  test('have one name for a variable segment below each path, as API Gateway requires', () => {
    const siblings = new Map<string, Set<string>>();
    for (const path of Object.keys(body.paths)) {
      const segments = path.split('/');
      for (const [at, segment] of segments.entries()) {
        const parent = segments.slice(0, at).join('/');
        if (segment.startsWith('{')) siblings.set(parent, (siblings.get(parent) ?? new Set()).add(segment));
      }
    }
    expect([...siblings].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  test('use at most 120 of 300 path segments, 480 of 500 resources and half a megabyte of template', () => {
    expect(RESOURCES.size).toBeLessThanOrEqual(120);
    const deployed = template.toJSON();
    expect(Object.keys(deployed.Resources).length).toBeLessThanOrEqual(480);
    expect(Buffer.byteLength(JSON.stringify(deployed))).toBeLessThanOrEqual(500_000);
  });

  test('let only this API call each function', () => {
    const permissions = ofType('AWS::Lambda::Permission').filter(
      ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(permissions).toHaveLength(CAPABILITIES.length);
    for (const { Properties } of permissions) expect(JSON.stringify(Properties.SourceArn)).toContain(api?.name);
  });
});

describe('the private API', () => {
  test('is reached through the VPC endpoint only', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      EndpointConfiguration: { Types: ['PRIVATE'], VpcEndpointIds: [{ Ref: Match.stringLikeRegexp('executeapi') }] },
      SecurityPolicy: 'TLS_1_2',
    });
  });

  test('denies calls through another VPC endpoint or through none', () => {
    const [allow, deny, ...more] = body['x-amazon-apigateway-policy'].Statement;
    expect(more).toEqual([]);
    expect(allow).toMatchObject({ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' });
    expect(deny).toMatchObject({
      Effect: 'Deny',
      Principal: '*',
      Action: 'execute-api:Invoke',
      Resource: 'execute-api:/*',
      Condition: { StringNotEquals: { 'aws:SourceVpce': { Ref: expect.stringContaining('executeapi') } } },
    });
  });

  test('throttles triggers harder than other requests, logs no body, and measures no single method', () => {
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      TracingEnabled: true,
      MethodSettings: [
        Match.objectLike({
          ResourcePath: '/*',
          ThrottlingRateLimit: 10_000,
          DataTraceEnabled: false,
          MetricsEnabled: false,
        }),
        Match.objectLike({
          ResourcePath: '/~1openapi~1v1~1replay-triggers',
          HttpMethod: 'POST',
          ThrottlingRateLimit: 20,
          DataTraceEnabled: false,
          MetricsEnabled: false,
          LoggingLevel: 'OFF',
        }),
      ],
    });
    const logged = deployedService({ apiLogs: 'on' });
    logged.template.hasResourceProperties('AWS::ApiGateway::Stage', {
      AccessLogSetting: Match.objectLike({ DestinationArn: Match.anyValue() }),
      MethodSettings: Match.arrayWith([Match.objectLike({ DataTraceEnabled: false, LoggingLevel: 'ERROR' })]),
    });
    const stage = JSON.stringify(logged.ofType('AWS::ApiGateway::Stage'));
    expect(stage).not.toMatch(/\$context\.path\b|\$context\.authorizer|querystring/i);
  });
});

test.for<[string, string]>([
  ['MISSING_AUTHENTICATION_TOKEN', '404'],
  ['REQUEST_TOO_LARGE', '413'],
  ['THROTTLED', '429'],
  ['DEFAULT_5XX', '500'],
])('API Gateway refuses in the shape of interface 1: %s', ([kind, status]) => {
  const { statusCode, responseTemplates } = body['x-amazon-apigateway-gateway-responses'][kind] ?? {};
  expect(statusCode).toBe(status);
  expect(Object.keys(JSON.parse(responseTemplates?.['application/json'] ?? '{}'))).toEqual([
    'errorCode',
    'errorMessage',
  ]);
});

test('the API streams answers about logs and returns all others whole', () => {
  const integrations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, text: JSON.stringify(operation) })),
  );
  const streamed = integrations.filter(({ text }) => text.includes('"responseTransferMode":"STREAM"'));
  expect(new Set(streamed.map(({ path }) => path))).toEqual(
    new Set(Object.keys(body.paths).filter((path) => functionOf(path) === 'LogsApi')),
  );
  for (const { text } of integrations) {
    const isStreamed = text.includes('"responseTransferMode":"STREAM"');
    expect(text.includes('/response-streaming-invocations')).toBe(isStreamed);
    expect(text.includes('2021-11-15')).toBe(isStreamed);
    expect(text.includes('"timeoutInMillis":900000')).toBe(isStreamed);
  }
  const [logs] = ofType('AWS::Lambda::Function').filter(({ name }) => ownerOf(name) === 'LogsApi');
  expect(logs?.Properties.Timeout).toBe(900);
});
