import { type AnswerBody, compareBodies } from '../../compare/domain/bodies/compare-bodies.ts';
import type { Difference } from '../../compare/domain/difference.ts';
import type { DifferenceSink } from '../../compare/domain/difference-sink.ts';
import { dateOf, datesOf } from '../../compare/domain/generated/answer-date.ts';
import type { Moments } from '../../compare/domain/generated/current-time.ts';
import { fieldValue, textOf } from '../../compare/domain/generated/field-value.ts';
import { valueShape } from '../../compare/domain/generated/value-shape.ts';
import type { CompiledRules } from '../../compare/domain/rules/rules.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { storedAlias, withoutMapped } from '../../replay/domain/results/stored-mappings.ts';
import { anchorsOf, besideTime } from './beside-time/beside-time.ts';
import { inLocalZone, localZones } from './beside-time/local-zone.ts';
import { type JudgedLocation, madeInRun, madeObjects } from './beside-time/made-in-run.ts';
import { counterPoints } from './counters/counter-points.ts';
import { valueExplainer } from './explain-value.ts';
import type { MovedValue } from './forms/value-forms.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeOrder } from './judge-order.ts';
import { lastNameOf } from './last-name.ts';
import type { FieldNoise, NoiseFacts } from './noise-facts.ts';
import { APPEARING, type FurtherDifferences, judgePresence, OF_BASELINE } from './presence/judge-presence.ts';
import { differsReason, firstAnswer, pairsOf, type RequestToJudge, type SamePair } from './request-to-judge.ts';

/** Maximum places checked per request. If there are more, its endpoint is not judged. */
const MAX_LOCATIONS = 20_000;

/** Judges every field of a request whose value differs: the reason, or that none explains it (interface 3.1). */
export function judgeRequest(one: RequestToJudge, rules: CompiledRules): NoiseFacts {
  const { operation } = one;
  const every = everyDifference(one.recorded, one.replayed, rules, storedAlias(one));
  const found = { ...every, differences: withoutMapped(every.differences, one) };
  const pairs = pairsOf(one);
  const isSentAgain = pairs.length > 0;
  const moved = new Map<string, MovedValue>();
  const movedOrders: Difference[] = [];
  for (const pair of pairs) {
    const [earlier, later] = pair;
    for (const difference of everyDifference(earlier, later, rules).differences) {
      const { path, replayed } = difference;
      if (isOfValue(difference)) moved.set(path, movedValue(one, moved.get(path), replayed, pair));
      else movedOrders.push(difference);
    }
  }
  const isProvenByBaseline = one.baselineEnv !== undefined && isSentAgain;
  const explain = valueExplainer(one, { values: moved, isSentAgain });

  const explained = found.differences
    .filter(isOfValue)
    .map((location) => ({ location, explanations: explain(location) }));
  const made = madeObjects(explained);
  const anchors = anchorsOf(explained);
  const moments = momentsOf(one);
  const zones = localZones(explained, moments);
  const judgedLocations = explained.map((judged) => {
    if (judged.explanations.length > 0) return judged;
    const { location } = judged;
    const beside = [
      // On a running build that was sent the request again, an id that stays the same is not noise.
      ...(isProvenByBaseline ? [] : madeInRun(location, made)),
      ...besideTime(location, anchors),
      ...inLocalZone(location, zones, moments),
    ];
    return { location, explanations: beside };
  });
  const fields = [...Map.groupBy(judgedLocations, ({ location }) => location.subject)].map(([subject, judged]) =>
    fieldNoise(one, subject, judged, { isSentAgain, moved }),
  );
  const orders = judgeOrder(one, found.differences, isSentAgain ? movedOrders : null);
  const presence = one.baselineEnv === undefined ? APPEARING : OF_BASELINE;
  const presences = judgePresence(
    operation,
    presence,
    found.differences,
    () =>
      pairs.flatMap(([earlier, later]) => (earlier === firstAnswer(one) ? furtherDifferences(one, later, rules) : [])),
    (location) => explain(location).length > 0,
  );
  const present = new Set(presences.map(({ subject }) => subject));
  const changed = found.differences
    .filter(({ kind }) => kind !== 'FIELD_VALUE' && kind !== 'ARRAY_ORDER')
    .filter(({ kind, subject }) => !presence.kinds.has(kind) || !present.has(subject))
    .map(({ kind, subject }) => ({ operation, subject, kind }));
  const ofCalls = one.calls
    ? judgeCalls({ operation, ...one.calls, differs: differsReason(one) }, rules)
    : { fields: [], changed: [] };
  return {
    fields: [...fields, ...presences, ...orders, ...ofCalls.fields],
    changed: [...distinct(changed), ...ofCalls.changed],
    unjudged: found.complete ? [] : [operation],
  };
}

/** What explains a field, over all its locations in one response. */
function fieldNoise(
  one: RequestToJudge,
  subject: string,
  judged: readonly JudgedLocation[],
  { isSentAgain, moved }: { isSentAgain: boolean; moved: ReadonlyMap<string, MovedValue> },
): FieldNoise {
  const { operation, recordedAt, baselineEnv } = one;
  const again = moved.get(judged[0]?.location.path ?? '')?.texts[0];
  const locations = judged.map(({ location }) => location);
  const reasons = Map.groupBy(
    judged.flatMap(({ explanations }) => explanations),
    ({ reason }) => reason,
  );
  return {
    operation,
    subject,
    requests: 1,
    unexplained: judged.some(({ explanations }) => explanations.length === 0) ? 1 : 0,
    sentAgain: isSentAgain ? 1 : 0,
    reasons: [...reasons].map(([reason, by]) => ({
      reason,
      requests: 1,
      forms: [...new Set(by.flatMap(({ form }) => form ?? []))],
    })),
    ...formsOf(judged),
    ...shapeOf(locations),
    ...counterPoints(locations, lastNameOf(subject), recordedAt, { again, ofBaseline: baselineEnv !== undefined }),
  };
}

/** A value that moved, with those before. Further texts count where nothing changed data before them. */
function movedValue(
  one: RequestToJudge,
  before: MovedValue | undefined,
  raw: string | null,
  [earlier, later]: SamePair,
): MovedValue {
  const value = fieldValue(raw);
  const text = value?.text ?? textOf(raw);
  const texts = earlier === firstAnswer(one) && text !== null ? [text] : [];
  return { value, at: dateOf(later), texts: [...(before?.texts ?? []), ...texts] };
}

/** What differs between the other side and a further response of the build that was sent the request again. */
function furtherDifferences(one: RequestToJudge, later: RecordedResponse, rules: CompiledRules): FurtherDifferences {
  const [left, right] = one.baselineEnv === undefined ? [one.recorded, later] : [later, one.replayed];
  const { differences, complete } = everyDifference(left, right, rules, storedAlias(one));
  return { differences: withoutMapped(differences, one), complete };
}

/** Each field once for each kind of difference. */
const distinct = (changed: NoiseFacts['changed']): NoiseFacts['changed'] => [
  ...new Map(changed.map((one) => [JSON.stringify([one.subject, one.kind]), one])).values(),
];

/** When both responses were made: by their own clocks, else as the requests were recorded and replayed. */
const momentsOf = ({ recorded, replayed, recordedAt, replayedAt }: RequestToJudge): Moments | null =>
  datesOf(recorded, replayed) ?? (replayedAt === null ? null : { recordedAt, replayedAt });

/** What the form of values alone explains. */
function formsOf(judged: readonly JudgedLocation[]): Pick<FieldNoise, 'byForm'> {
  const values = judged.flatMap(({ location, explanations }) =>
    explanations[0] && explanations.every(({ byForm }) => byForm) ? (location.replayed ?? []) : [],
  );
  const [first] = values;
  if (first === undefined) return {};
  const isOne = values.every((value) => value === first);
  return { byForm: { requests: 1, value: isOne ? digestOf(first) : null } };
}

/** Facts hold no value: this only says whether two are equal. */
const digestOf = (text: string): string => sha256Hex(text).slice(0, 16);

/** The shape that all values of a field share. */
function shapeOf(locations: readonly Difference[]): Pick<FieldNoise, 'shape'> {
  const shapes = locations.flatMap(({ recorded, replayed }) =>
    [recorded, replayed].map((raw) => {
      const value = fieldValue(raw);
      return value?.type === 'string' ? valueShape(value.text) : null;
    }),
  );
  const [shape = null] = shapes;
  return shape !== null && shapes.every((other) => other === shape) ? { shape: digestOf(shape) } : {};
}

const isOfValue = ({ kind }: Difference) => kind === 'FIELD_VALUE';

/** Every place where two responses differ and that no rule ignores. */
function everyDifference(
  a: RecordedResponse,
  b: RecordedResponse,
  rules: CompiledRules,
  recordedAlias?: DifferenceSink['recordedAlias'],
) {
  const differences: Difference[] = [];
  let complete = true;
  const sink: DifferenceSink = {
    everyLocation: true,
    recordedAlias,
    add: (difference) => {
      if (difference.rule === null) differences.push(difference);
    },
    passesOver(_, rule) {
      if (rule !== null) return true;
      complete &&= differences.length < MAX_LOCATIONS;
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
