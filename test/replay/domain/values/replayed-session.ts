import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { addressMapping } from '../../../../functions/replay/domain/values/address-mapping.ts';
import { compareMapped, type MappedComparison } from '../../../../functions/replay/domain/values/compare-mapped.ts';
import { mappedRequest } from '../../../../functions/replay/domain/values/mapped-request.ts';
import { noteCase, noteReplayed } from '../../../../functions/replay/domain/values/note-case.ts';
import {
  addMapping,
  type SessionValues,
  sessionValues,
  type ValueMap,
  valueMap,
} from '../../../../functions/replay/domain/values/session-values.ts';

/** A response of a test: JSON unless `text` is given. */
export interface TestAnswer {
  status?: number;
  headers?: [string, string][];
  json?: unknown;
  text?: string;
}

/** A request of a recorded session, and the responses of both builds. */
export interface TestExchange {
  send: string;
  json?: unknown;
  text?: string;
  headers?: [string, string][];
  recorded: TestAnswer;
  /** What the new build answers to the request that it gets. */
  replayed: TestAnswer | ((sent: RecordedRequest) => TestAnswer);
}

export interface TestResult extends MappedComparison {
  sent: RecordedRequest;
  /** `path recorded -> replayed` of each difference. */
  shown: string[];
}

const rules = compileRules([], '/any');

/** Replays a session as a lane does, without a network. */
export function replayedSession(
  exchanges: readonly TestExchange[],
  run: ValueMap = valueMap(1024 * 1024),
  values: SessionValues = sessionValues(),
): TestResult[] {
  const requests = exchanges.map(requestOf);
  const noted = requests.map((request, position) =>
    noteCase(values, { request, response: recordedOf(exchanges[position]?.recorded ?? {}) }, position),
  );
  return exchanges.map((exchange, position) => {
    const request = requests[position] ?? requestOf(exchange);
    const address = addressMapping(request, 'staging.test:3000', `p-${position}`);
    const { request: sent } = mappedRequest(request, [values.own, run], address);
    const answer = answerOf(typeof exchange.replayed === 'function' ? exchange.replayed(sent) : exchange.replayed);
    const recorded = answerOf(exchange.recorded);
    const isSame = Buffer.compare(recorded.body, answer.body) === 0;
    const found = isSame ? (noted[position] ?? null) : null;
    noteReplayed(values, answer, { path: request.path, position, found });
    const { method, path } = request;
    const succeeded = recorded.status < 300 && answer.status < 300;
    const compared = compareMapped(recorded, { kind: 'response', ...answer, truncated: false, durationMs: 1 }, rules, {
      values,
      run,
      address,
      request: { method, path },
      learning: { method, path, succeeded, position, planItemId: `p-${position}`, operation: path.split('?')[0] ?? '' },
    });
    for (const mapping of compared.shared) addMapping(run, mapping);
    const shown = compared.differences.map(({ path: at, recorded: a, replayed: b }) => `${at} ${a} -> ${b}`);
    return { ...compared, sent, shown };
  });
}

const requestOf = ({ send, json, text, headers = [] }: TestExchange): RecordedRequest => {
  const [method = 'GET', path = '/'] = send.split(' ');
  const body = json === undefined ? (text ?? null) : JSON.stringify(json);
  return {
    method,
    path,
    headers: [...(json === undefined ? [] : [JSON_TYPE]), ...headers],
    body,
    bodyEncoding: 'utf8',
  };
};

const recordedOf = (answer: TestAnswer) => {
  const { body, ...head } = answerOf(answer);
  return { ...head, body: Buffer.from(body).toString(), bodyEncoding: 'utf8' as const };
};

const JSON_TYPE: [string, string] = ['content-type', 'application/json'];

const answerOf = ({ status = 200, headers = [], json, text }: TestAnswer) => ({
  status,
  headers: json === undefined ? headers : [JSON_TYPE, ...headers],
  body: new TextEncoder().encode(json === undefined ? (text ?? '') : JSON.stringify(json)),
});
