import { type AnswerBody, compareBodies } from '../../compare/domain/bodies/compare-bodies.ts';
import type { Difference } from '../../compare/domain/difference.ts';
import type { DifferenceSink } from '../../compare/domain/difference-sink.ts';
import { currentTimeForm, fieldTime, type Moments } from '../../compare/domain/generated/current-time.ts';
import { type FieldValue, fieldValue } from '../../compare/domain/generated/field-value.ts';
import { randomIdForm } from '../../compare/domain/generated/random-id.ts';
import { isOtherDistance, isOtherTimeForm, sameDistanceForm } from '../../compare/domain/generated/time-distance.ts';
import { onlyTokenClaimsDiffer } from '../../compare/domain/generated/token-claims.ts';
import type { CompiledRules } from '../../compare/domain/rules/rules.ts';
import { stepsOf } from '../../platform/json/json-path.ts';
import { isSealed } from '../../platform/values/sealed-text.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { sealedAlike } from '../../recordings/domain/sealed/sealer.ts';
import type { MappedValue } from '../../replay/domain/results/result-payload.ts';
import { withoutMapped } from '../../replay/domain/values/stored-mappings.ts';
import { type CallsToJudge, judgeCalls } from './judge-calls.ts';
import { judgeOrder } from './judge-order.ts';
import type { NoiseFacts, NoiseReason } from './noise-facts.ts';

/** One failing request with all data that distinguishes noise from change. */
export interface RequestToJudge {
  operation: string;
  request: RecordedRequest;
  recorded: RecordedResponse;
  replayed: RecordedResponse;
  /** The response to the same request sent again. Null if it was not sent, or got no response. */
  replayedAgain: RecordedResponse | null;
  recordedAt: number;
  /** Null if it was not recorded. */
  replayedAt: number | null;
  /** Values that stand for each other: fields with them do not differ. */
  mapped?: MappedValue[] | undefined;
  /** Differences of its downstream calls, and the calls of both replays; absent where none were noticed. */
  calls?: Omit<CallsToJudge, 'operation'> | undefined;
}

/** Maximum places checked per request. If there are more, its endpoint is not judged. */
const MAX_PLACES = 20_000;

/** Judges every field of a request whose value differs: the reason, or that none explains it (interface 3.1). */
export function judgeRequest(one: RequestToJudge, rules: CompiledRules): NoiseFacts {
  const { operation, replayedAgain } = one;
  const every = everyDifference(one.recorded, one.replayed, rules);
  const found = { ...every, differences: withoutMapped(every.differences, one) };
  const between = replayedAgain === null ? null : everyDifference(one.replayed, replayedAgain, rules);
  const movedAgain = new Map(
    between?.differences.filter(isOfValue).map(({ path, replayed }) => [path, fieldValue(replayed)]),
  );
  const explain = explainer(one, movedAgain);

  const fields = [...Map.groupBy(found.differences.filter(isOfValue), ({ subject }) => subject)].map(
    ([subject, places]) => {
      const explained = places.map((place) => explain(place));
      const reasons = Map.groupBy(explained.flat(), ({ reason }) => reason);
      return {
        operation,
        subject,
        requests: 1,
        unexplained: explained.some((by) => by.length === 0) ? 1 : 0,
        sentAgain: between === null ? 0 : 1,
        reasons: [...reasons].map(([reason, by]) => ({
          reason,
          requests: 1,
          forms: [...new Set(by.flatMap(({ form }) => form ?? []))],
        })),
      };
    },
  );
  const orders = judgeOrder(one, found.differences, between?.differences ?? null);
  const changed = new Set(
    found.differences
      .filter(({ kind }) => kind !== 'FIELD_VALUE' && kind !== 'ARRAY_ORDER')
      .map(({ subject }) => subject),
  );
  const ofCalls = one.calls ? judgeCalls({ operation, ...one.calls }, rules) : { fields: [], changed: [] };
  return {
    fields: [...fields, ...orders, ...ofCalls.fields],
    changed: [...[...changed].map((subject) => ({ operation, subject })), ...ofCalls.changed],
    unjudged: found.complete ? [] : [operation],
  };
}

interface Explanation {
  reason: NoiseReason;
  form: string | null;
}

/** Reasons of interface 3.1 a to d. `movedAgain`: the places that differ between both replays, with the later value. */
function explainer(
  one: RequestToJudge,
  movedAgain: ReadonlyMap<string, FieldValue | null>,
): (place: Difference) => Explanation[] {
  const { recordedAt, replayedAt } = one;
  const saidBefore = wordsOf(one);
  const moments = replayedAt === null ? null : { recordedAt, replayedAt };
  const dates = datesOf(one);

  /** The clock of the responses counts first: importing shifts the time of a recording. */
  const distanceForm = (recorded: FieldValue, replayed: FieldValue): string | null =>
    (dates && sameDistanceForm(recorded, replayed, dates)) ??
    (moments && sameDistanceForm(recorded, replayed, moments));

  /** Whether a value that differs in each replay is a time that changed in another way. */
  function isOtherTime(recorded: FieldValue, replayed: FieldValue, again: FieldValue | null): boolean {
    if (isOtherTimeForm(recorded, replayed)) return true;
    if (dates === null || dates.againAt === null || again === null) return false;
    return isOtherDistance(
      { value: recorded, at: dates.recordedAt },
      { value: replayed, at: dates.replayedAt },
      { value: again, at: dates.againAt },
    );
  }

  function randomForm(recorded: FieldValue, replayed: FieldValue, subject: string): string | null {
    if (recorded.type !== 'string' || saidBefore.request.has(recorded.text)) return null;
    if (isSealed(recorded.text)) return sealedForm(one, recorded.text, replayed.text);
    // An id that already occurs in the recording belongs to something else and is not new.
    if (saidBefore.request.has(replayed.text) || saidBefore.recorded.has(replayed.text)) return null;
    return randomIdForm(recorded.text, replayed.text, lastName(subject));
  }

  return ({ path, subject, recorded: a, replayed: b }) => {
    const recorded = fieldValue(a);
    const replayed = fieldValue(b);
    const again = movedAgain.get(path);
    const differs: Explanation[] = again === undefined ? [] : [{ reason: 'DIFFERS_BETWEEN_REPLAYS', form: null }];
    if (recorded === null || replayed === null) return differs;
    const explanations = again !== undefined && isOtherTime(recorded, replayed, again) ? [] : differs;
    const time = moments && currentTimeForm(recorded, replayed, moments);
    if (time !== null) explanations.push({ reason: 'CURRENT_TIME', form: time });
    const distance = distanceForm(recorded, replayed);
    if (distance !== null) explanations.push({ reason: 'RELATIVE_TIME', form: distance });
    const id = randomForm(recorded, replayed, subject);
    if (id !== null) explanations.push({ reason: 'RANDOM_ID', form: id });
    if (recorded.type === 'string' && onlyTokenClaimsDiffer(recorded.text, replayed.text)) {
      explanations.push({ reason: 'TOKEN_CLAIMS', form: 'JWT' });
    }
    return explanations;
  };
}

/** When the responses were made, by their own clock; null if either does not name it. */
function datesOf({ recorded, replayed, replayedAgain }: RequestToJudge): (Moments & { againAt: number | null }) | null {
  const [recordedAt, replayedAt, againAt] = [recorded, replayed, replayedAgain].map((response) => {
    const text = response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
    return text === undefined ? null : (fieldTime({ type: 'string', text })?.time ?? null);
  });
  return recordedAt == null || replayedAt == null ? null : { recordedAt, replayedAt, againAt: againAt ?? null };
}

/** The same of sealed values. */
function sealedForm({ request, recorded }: RequestToJudge, before: string, after: string): string | null {
  const texts = [request.path, request.body ?? '', ...request.headers.map(([, value]) => value)];
  const isKnown = texts.some((text) => text.includes(before) || text.includes(after));
  return !isKnown && !recorded.body?.includes(after) && sealedAlike(before, after) === 'id' ? 'sealed id' : null;
}

const isOfValue = ({ kind }: Difference) => kind === 'FIELD_VALUE';

/** Every place where two responses differ and that no rule ignores. */
function everyDifference(a: RecordedResponse, b: RecordedResponse, rules: CompiledRules) {
  const differences: Difference[] = [];
  let complete = true;
  const sink: DifferenceSink = {
    everyPlace: true,
    add: (difference) => {
      if (difference.rule === null) differences.push(difference);
    },
    passesOver(_, rule) {
      if (rule !== null) return true;
      complete &&= differences.length < MAX_PLACES;
      return !complete;
    },
    comparison: () => ({ differences, truncated: !complete }),
  };
  compareBodies(bodyOf(a), bodyOf(b), rules, sink);
  return { differences, complete };
}

const bodyOf = ({ headers, body, bodyEncoding }: RecordedResponse): AnswerBody => ({
  contentType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  bytes: Buffer.from(body ?? '', bodyEncoding),
});

/** All texts in the sent request and the recorded response that could be ids. */
const wordsOf = ({ request, recorded }: Pick<RequestToJudge, 'request' | 'recorded'>) => ({
  request: idsIn(`${request.path} ${request.body ?? ''}`),
  recorded: idsIn(recorded.body ?? ''),
});

const idsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[\w-]{16,64}/g));

/** Name of the field, or of the list that contains it. */
function lastName(subject: string): string {
  const names = stepsOf(subject)?.flatMap(({ selectors: [selector] }) =>
    selector?.type === 'name' ? selector.name : [],
  );
  return names?.at(-1) ?? '';
}
