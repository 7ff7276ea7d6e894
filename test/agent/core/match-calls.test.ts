import { describe, expect, test } from 'vitest';
import type { AgentCall, CallAnswer } from '../../../agent/core/agent-call.ts';
import { matchCalls } from '../../../agent/core/match-calls.ts';
import { redactRules } from '../../../agent/core/redact-call.ts';
import type { ServiceAnswer } from '../../../agent/core/service-link.ts';
import { agentWarnings } from '../../../agent/core/warnings.ts';

const CALL: AgentCall = {
  kind: 'cache',
  target: 'cache',
  operation: 'GET',
  request: { command: 'GET', args: ['planted'] },
};
const REPLAY = { replayId: 'a'.repeat(24) };

function matcher(answer: (path: string, body: unknown) => ServiceAnswer, onAway: 'fail' | 'passThrough' = 'fail') {
  const lines: string[] = [];
  const paths: string[] = [];
  const bodies: unknown[] = [];
  const match = matchCalls({
    onAway,
    wait: async () => {},
    rules: redactRules(new Set(['secret'])),
    warnings: agentWarnings((line) => lines.push(line)),
    link: {
      call: async (_, path, body) => {
        paths.push(path);
        bodies.push(body);
        return answer(path, body);
      },
    },
  });
  return { match, lines, paths, bodies };
}

const hit = { matched: true, strategy: 'exact', callId: '0', response: 'v', error: null, durationMs: 1 };

describe('matchCalls', () => {
  test.for<[status: number, body: unknown, kind: CallAnswer['kind']]>([
    [200, hit, 'response'],
    [200, { ...hit, error: '{"message":"no","code":"E"}' }, 'error'],
    [200, { matched: false, reason: 'NO_MATCH', onMiss: 'fail' }, 'refused'],
    [200, { matched: false, reason: 'NO_MATCH', onMiss: 'passThrough' }, 'real'],
    [200, { matched: false, reason: 'MOCKING_OFF', onMiss: 'fail' }, 'real'],
    [200, { matched: false, reason: 'NO_MATCH', onMiss: 'default', response: 1 }, 'response'],
    [200, { matched: false, reason: 'NO_MATCH', onMiss: 'default' }, 'refused'],
    [404, { errorCode: 'REPLAY_NOT_FOUND', errorMessage: '' }, 'refused'],
    [409, { errorCode: 'REPLAY_AMBIGUOUS', errorMessage: '' }, 'refused'],
    [429, null, 'refused'],
    [503, null, 'refused'],
    [200, 'a page of a proxy', 'refused'],
  ])('turns status %i and body %j into "%s"', async ([status, body, kind]) => {
    const { match } = matcher(() => ({ status, body }));
    expect((await match(REPLAY, CALL)).kind).toBe(kind);
  });

  test('sends calls that begin together in one request, and gives each its own answer', async () => {
    const { match, paths, bodies } = matcher((_, body) => ({
      status: 200,
      body: { items: (body as { items: unknown[] }).items.map((_item, at) => ({ ...hit, response: at })) },
    }));
    const answers = await Promise.all(Array.from({ length: 130 }, () => match(REPLAY, CALL)));
    expect(answers.map((answer) => answer.kind === 'response' && answer.response)).toEqual([
      ...Array.from({ length: 100 }, (_, at) => at),
      ...Array.from({ length: 30 }, (_, at) => at),
    ]);
    expect(paths).toEqual(['/api/recorder/mocks/match-batch', '/api/recorder/mocks/match-batch']);
    const ids = bodies.flatMap((body) => (body as { items: { askId: string }[] }).items.map(({ askId }) => askId));
    expect(new Set(ids).size).toBe(130);
  });

  test('refuses or passes calls while the service is away, and logs one line without values', async () => {
    const failing = matcher(() => null);
    const answers = await Promise.all([failing.match(REPLAY, CALL), failing.match(REPLAY, CALL)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
    expect(failing.lines).toHaveLength(1);
    expect(failing.lines.join()).not.toContain('planted');
    const passing = matcher(() => null, 'passThrough');
    expect(await passing.match(REPLAY, CALL)).toEqual({ kind: 'real', isUnanswered: true });
  });

  test.for<[what: string, status: number, noted: boolean]>([
    ['reports a call as unanswered that the service could not answer', 503, true],
    ['reports a call as unanswered that the service was too busy for', 429, true],
    ['does not report a call that the service refused', 409, false],
  ])('$0', async ([, status, noted]) => {
    const { match, paths, bodies } = matcher(() => ({ status, body: { errorCode: 'E' } }));
    expect((await match(REPLAY, CALL)).kind).toBe('refused');
    expect(paths.at(-1) === '/api/recorder/mocks/unanswered').toBe(noted);
    if (noted) expect(bodies.at(-1)).toEqual(REPLAY);
  });

  test('repeats a question with the same askId while the service is too busy', async () => {
    const busy = [429, 429];
    const { match, bodies } = matcher(() => ({ status: busy.pop() ?? 200, body: hit }));
    expect(await match(REPLAY, CALL)).toEqual({ kind: 'response', response: 'v' });
    expect(new Set(bodies.map((body) => (body as { askId: string }).askId)).size).toBe(1);
    expect(bodies).toHaveLength(3);
  });

  test('reports no unanswered call for the start of an application', async () => {
    const { match, paths } = matcher(() => null);
    await match({ appId: 'shop', startup: true }, CALL);
    expect(paths).toEqual(['/api/recorder/mocks/match']);
  });

  test('redacts the request of a call before it sends it', async () => {
    const { match, bodies } = matcher(() => ({ status: 200, body: hit }));
    await match(REPLAY, { ...CALL, request: { secret: 'planted', other: 1 } });
    expect(JSON.stringify(bodies)).toContain('"secret":"[redacted]","other":1');
  });
});
