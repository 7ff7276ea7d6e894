import { isObject } from '../../../../platform/json/is-object.ts';
import { isSessionCall } from '../../calls/session-call.ts';
import type { CallInput, MockReader } from './call-input.ts';
import { type KeployDocument, mockTimes } from './keploy-document.ts';
import { httpCall } from './keploy-http-call.ts';
import { mongoCall } from './keploy-mongo-call.ts';
import { mysqlCalls } from './keploy-mysql-call.ts';
import { postgresCalls } from './keploy-postgres-call.ts';
import { redisCall } from './keploy-redis-call.ts';
import { shownSpec } from './shown-spec.ts';

/** A call with the time at which it was recorded, epoch ms. */
export type KeployCall = CallInput & { from: number; durationMs: number };

/**
 * The downstream calls of mocks, in their order. Session statements (`hello`, `SET`, `PING`) are left out, as from
 * every recorder; a mock that cannot be decoded is kept whole under kind `other`, so that nothing of it is lost.
 */
export function keployCalls(mocks: readonly KeployDocument[]): KeployCall[] {
  // Statements are prepared once and named afterwards, so that these readers keep them from mock to mock.
  const readers: readonly (readonly [RegExp, MockReader])[] = [
    [/^http$/i, httpCall],
    [/^mongo$/i, mongoCall],
    [/^postgres$/i, postgresCalls()],
    [/^mysql$/i, mysqlCalls()],
    [/^redis$/i, redisCall],
  ];
  return mocks.flatMap((mock): KeployCall[] => {
    const times = mockTimes(mock);
    if (times === null) return [];
    const read = readers.find(([kind]) => kind.test(mock.kind))?.[1];
    const call = read === undefined ? undefined : read(mock.spec);
    if (call === null || (call && isSessionCall(call))) return [];
    return [{ ...(call ?? undecoded(mock)), from: times.from, durationMs: Math.max(0, times.to - times.from) }];
  });
}

const undecoded = ({ kind, name, spec }: KeployDocument): CallInput => ({
  kind: 'other',
  target: `keploy ${kind}`.slice(0, 200),
  operation: String(memberText(spec.metadata, 'operation') ?? name).slice(0, 1000),
  request: shownSpec(requestsOf(spec)),
  response: shownSpec(responsesOf(spec)),
  error: null,
});

const memberText = (value: unknown, name: string): string | null =>
  isObject(value) && typeof value[name] === 'string' ? value[name] : null;

const endingWith = (spec: Record<string, unknown>, ending: RegExp) =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => ending.test(name)));
const requestsOf = (spec: Record<string, unknown>) => endingWith(spec, /req(?:uests?)?$/i);
const responsesOf = (spec: Record<string, unknown>) => endingWith(spec, /resp(?:onses?)?$/i);
