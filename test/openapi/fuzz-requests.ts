import fc from 'fast-check';
import { CHANNEL_TYPES } from '../../functions/notifications/domain/channel-kind.ts';
import { ADMIN_KEY } from '../support/running-service.ts';
import { type Operation, operations } from './all-endpoints.ts';
import { EVALUATION_IDS, EVALUATION_LISTS } from './fuzz-evaluation.ts';
import { APP_ID, CASE_ID, OPERATION, USER } from './fuzz-stage.ts';
import { valuesOf } from './schema-values.ts';

/** A request to a documented route. `@name` in it is replaced by the current id of that name when it is sent. */
export interface FuzzRequest {
  route: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

const DEEP = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`;
const LARGE = `{"x":"${'x'.repeat(7 * 1024 * 1024)}"}`;

/** Routes that change a plan permanently here, because no workflow runs. */
const SPENDING = /\/(rerun|stop)$/;

/** Routes for federated workers only. */
const WORKER = /eval\/(leases|events\/publish)/;
const EVALUATION = /^\w+ \/api\/v[12]\//;

/** Requests to all routes. */
export function fuzzRequests(): fc.Arbitrary<FuzzRequest> {
  const ids: Readonly<Record<string, readonly string[]>> = {
    planId: ['@planId', '@planId', '@planId', '@waitingPlanId'],
    planItemId: ['@planId:0', '@planId:0', '@planId:7'],
    since: ['@sparePlanId'],
    appId: [APP_ID],
    caseId: [CASE_ID],
    operation: [OPERATION],
    operations: [OPERATION],
    operationId: [OPERATION],
    mainOperations: [OPERATION],
    ruleId: ['@ruleId'],
    id: ['@channelId'],
    userName: [USER],
    type: CHANNEL_TYPES.toReversed(),
    kind: ['ignore', 'FIELD_VALUE', 'http'],
    path: ['data.items[*].price', '/orders/1', '$..total'],
    version: ['1'],
  };
  const lists: ReadonlySet<string> = new Set(['operations', 'mainOperations']);
  const named = (member: string) => {
    const values = ids[member];
    if (values === undefined) return undefined;
    const one = fc.constantFrom<unknown>(...(member === 'version' ? [1] : values));
    return lists.has(member) ? fc.tuple(one) : one;
  };
  const credentials = fc.oneof(
    { weight: 20, arbitrary: fc.constant<Record<string, string>>({ 'x-api-key': ADMIN_KEY }) },
    fc.constantFrom<Record<string, string>>(
      {},
      { 'x-api-key': 'no such key' },
      { 'x-api-key': '@readerKey' },
      { 'x-api-key': ADMIN_KEY, 'x-tenant-id': 'another' },
      { 'access-token': '@accessToken' },
      { 'access-token': 'a.b.c' },
      { authorization: 'Bearer @hostToken' },
      { 'x-api-key': ADMIN_KEY, 'x-replay-id': 'r' },
      { 'x-api-key': ADMIN_KEY, 'sec-fetch-site': 'cross-site' },
    ),
  );
  const ofWorkers = fc.oneof(
    { weight: 9, arbitrary: fc.constant<Record<string, string>>({ authorization: 'Bearer @hostToken' }) },
    credentials,
  );
  const namedOf = (route: string) => (member: string) => {
    const ofEvaluation = EVALUATION.test(route) ? EVALUATION_IDS[member] : undefined;
    if (ofEvaluation) return fc.constantFrom<unknown>(...ofEvaluation);
    if (EVALUATION_LISTS[member]) return fc.constant([EVALUATION_LISTS[member]]);
    if (member === 'planId' && SPENDING.test(route)) return fc.constant('@sparePlanId');
    if (member === 'id' && route.includes('api-keys')) return fc.constant('@keyId');
    if (member === 'id' && route.includes('noise')) return fc.constant('@suggestionId');
    return named(member);
  };
  const routes = [...operations].map(([route, operation]) =>
    fc
      .tuple(
        WORKER.test(route) ? ofWorkers : credentials,
        parametersOf(operation, namedOf(route)),
        bodyOf(operation, namedOf(route)),
      )
      .map(
        ([credential, parameters, { headers, body }]): FuzzRequest => ({
          route,
          path: parameters.path(route.split(' ')[1] ?? ''),
          headers: { ...parameters.headers, ...headers, ...credential },
          body,
        }),
      ),
  );
  return fc.oneof(...routes);
}

type Named = (member: string) => fc.Arbitrary<unknown> | undefined;

function parametersOf({ parameters = [] }: Operation, named: Named) {
  const each = parameters.map(({ name, in: location, schema, required, example }) => {
    const own = fc.oneof(valuesOf(schema, named), fc.constant(example ?? 'x'));
    const known = named(name);
    const value = known ? fc.oneof({ weight: 4, arbitrary: known }, own) : own;
    return fc
      .tuple(required ? fc.constant(0) : fc.nat(2), value)
      .map(([missing, one]) => ({ name, location, text: missing > 0 ? null : textOf(one) }));
  });
  return fc.tuple(...each).map((all) => ({
    path(template: string) {
      const query = new URLSearchParams();
      let path = template;
      for (const { name, location, text } of all) {
        if (location === 'path') path = path.replace(`{${name}}`, () => segment(text ?? 'x'));
        if (location === 'query' && text !== null) query.append(name, text);
      }
      return `${path}?${query}`;
    },
    headers: Object.fromEntries(
      all.flatMap(({ name, location, text }) =>
        location === 'header' && text !== null ? [[name, text.replaceAll(/[^\x20-\x7e]/g, '?').trim()]] : [],
      ),
    ),
  }));
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? textOf(value[0])
    : (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

/** One segment of a path. An empty one, or dots, would change the path. */
const segment = (text: string): string => (/^\.{0,2}$/.test(text) ? 'x' : encodeURIComponent(text));

function bodyOf({ requestBody }: Operation, named: Named) {
  if (requestBody === undefined) return fc.constant({ headers: {}, body: null });
  const ofType = Object.entries(requestBody.content).map(([type, { schema, example }]) => {
    const value = fc.oneof({ weight: 8, arbitrary: valuesOf(schema, named) }, fc.constant(example));
    const written = value.map((one) => (type === 'application/json' ? JSON.stringify(one) : textOf(one)));
    const broken = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('', '[]', 'null', '5', '{', '{"a":1}}', DEEP) },
      { weight: 20, arbitrary: fc.uint8Array({ maxLength: 200 }) },
      { weight: 1, arbitrary: fc.constant(LARGE) },
    );
    return fc
      .oneof<fc.Arbitrary<string | Uint8Array>[]>(
        { weight: 15, arbitrary: written } as never, // weighted choices of two types
        broken as never,
      )
      .map((body) => ({ headers: { 'content-type': type }, body }));
  });
  return fc.oneof(...ofType);
}
