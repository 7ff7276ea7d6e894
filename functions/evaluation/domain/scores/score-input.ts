import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { isoTime } from '../../../platform/time/iso-time.ts';
import { Digest } from '../../../platform/values/digest.ts';
import type { ProblemCode } from '../../../platform/values/problems.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import { digestOfJson } from '../canonical-json.ts';
import { AttemptId } from '../identifiers.ts';
import { DATA_TYPES, SCORE_SOURCES, type Score, SentMetadata, TARGET_TYPES } from './score.ts';
import { type SentValue, scoreValue } from './score-value.ts';
import { digestedValue } from './scores-digest.ts';

const text = (max: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(max),
    v.check((value) => value.isWellFormed()),
  );
const Context = v.nullish(text(200), null);

const common = {
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,128}$/)),
  data_type: v.optional(v.picklist(DATA_TYPES)),
  numeric_value: v.optional(v.unknown()),
  boolean_value: v.optional(v.unknown()),
  string_value: v.optional(v.unknown()),
  score_id: v.nullish(text(128), null),
  source: v.optional(v.picklist(SCORE_SOURCES), 'api'),
  timestamp: v.nullish(
    v.pipe(
      v.string(),
      v.check((value) => isoTime(value) !== null),
    ),
    null,
  ),
  comment: v.nullish(
    v.pipe(
      v.string(),
      v.maxLength(4000),
      v.check((value) => value.isWellFormed()),
    ),
    null,
  ),
  config_id: v.nullish(text(128), null),
  author_id: v.nullish(text(200), null),
  metadata: v.nullish(SentMetadata, {}),
  trace_id: Context,
  span_id: Context,
  session_id: Context,
};

/** Body of POST /api/v2/scores (evaluation 3.12). */
export const ScoreBody = v.object({
  target_type: v.picklist(TARGET_TYPES),
  target_id: text(200),
  ...common,
  value: v.optional(v.unknown()),
  supersedes: v.nullish(text(128), null),
});
export type ScoreBody = v.InferOutput<typeof ScoreBody>;

/**
 * Body of POST /api/v1/scores. The target is the most specific id of its context, or the one that target_type names.
 */
export const LegacyScoreBody = v.object({
  target_type: v.optional(v.picklist(['span', 'trace', 'session'])),
  ...common,
});
export type LegacyScoreBody = v.InferOutput<typeof LegacyScoreBody>;

/** Members that a client may not set for a run or an attempt, because the service sets them (evaluation 3.12). */
const RESERVED_MEMBERS = ['origin', 'attempt_id', 'runner_version', 'workflow_version_digest', 'evidence'];
const RESERVED_TARGETS: readonly unknown[] = ['workflow_run', 'framework_attempt'];

/** Whether a body claims to be the output of a scorer. */
export const isReserved = (body: Readonly<Record<string, unknown>>): boolean =>
  RESERVED_TARGETS.includes(body.target_type) &&
  (body.source === 'evaluator' ||
    RESERVED_MEMBERS.some((member) => Object.hasOwn(body, member)) ||
    (typeof body.name === 'string' && body.name.startsWith('replay.')));

/** What a client sent, to recognise a repeat of its id. `timestamp` (epoch ms) is null if the client omitted it. */
export const SentScore = v.object({ content: Digest, timestamp: v.nullable(v.number()) });
export type SentScore = v.InferOutput<typeof SentScore>;

/** Maximum difference that a client's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/** The score of a client's body, and what the client sent (evaluation 3.12). */
export function clientScore(
  body: ScoreBody,
  textOf: (member: keyof SentValue) => string,
  { now, newId }: { now: number; newId: string },
): Result<{ score: Score; sent: SentScore }, ProblemCode> {
  const value = scoreValue(body, textOf);
  if (!value.ok) return value;
  const own = CONTEXT_OF[body.target_type];
  if (own !== undefined && body[own] !== null && body[own] !== body.target_id)
    return refuse('inconsistent_target', 'the context names another target');
  const sentTime = body.timestamp === null ? null : isoTime(body.timestamp);
  const timestamp = sentTime ?? now;
  if (timestamp > now + MAX_CLOCK_SKEW_MS)
    return refuse('validation_failed', 'timestamp is more than 10 minutes ahead');

  const { target_type, target_id, name, source, comment, config_id, author_id, metadata, supersedes } = body;
  const context = { trace_id: body.trace_id, span_id: body.span_id, session_id: body.session_id };
  if (own !== undefined) context[own] = target_id;
  const members = {
    target_type,
    target_id,
    name,
    ...value.value,
    source,
    comment,
    config_id,
    author_id,
    metadata,
    supersedes,
    ...context,
  };
  const score: Score = {
    ...members,
    score_id: body.score_id ?? newId,
    origin: 'client',
    timestamp,
    created_at: now,
    workflow_run_id: runOf(body),
    attempt_id: target_type === 'framework_attempt' ? target_id : null,
    sample_key: '',
    trigger: null,
  };
  const content = digestOfJson({ ...members, value: digestedValue(value.value) });
  return accept({ score, sent: { content, timestamp: sentTime } });
}

const CONTEXT_OF: Readonly<Partial<Record<Score['target_type'], 'trace_id' | 'span_id' | 'session_id'>>> = {
  trace: 'trace_id',
  span: 'span_id',
  session: 'session_id',
};

function runOf({ target_type, target_id }: ScoreBody): string | null {
  if (target_type === 'workflow_run') return target_id;
  return target_type === 'framework_attempt' && v.is(AttemptId, target_id) ? runIdOf(target_id) : null;
}

/** Converts a body of version 1 to version 2. */
export function fromLegacy(body: LegacyScoreBody): Result<ScoreBody, ProblemCode> {
  const ids = { span: body.span_id, trace: body.trace_id, session: body.session_id };
  const target_type =
    body.target_type ?? (['span', 'trace', 'session'] as const).find((type) => ids[type] !== null) ?? 'span';
  const target_id = ids[target_type];
  if (target_id === null) return refuse('validation_failed', 'a score must name a span, a trace or a session');
  return accept({ ...body, target_type, target_id, value: undefined, supersedes: null });
}
