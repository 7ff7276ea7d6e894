import * as v from 'valibot';
import { bound } from '../../../platform/table/bound.ts';
import { queryAll } from '../../../platform/table/query-all.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { Item, World } from '../../../platform/world.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import type { Measurement, Score } from '../../domain/scores/score.ts';
import { SentScore } from '../../domain/scores/score-input.ts';
import { byScoreId, scoresDigestOf } from '../../domain/scores/scores-digest.ts';
import { trustedScore } from '../../domain/scores/trusted-score.ts';
import { RETENTION_MS } from '../../ledger/store/run-rows.ts';
import { listedScores, type ScoresQuery } from './listed-scores.ts';
import { listed, nameDayRow, parseScore, scoreKeys } from './score-rows.ts';

type ScoredAttempt = Pick<
  FrameworkAttempt,
  'attempt_id' | 'workflow_run_id' | 'ended_at' | 'projection' | 'scores_digest' | 'expiresAt'
>;

/** Rows per table call, half of its maximum: a published score has two rows. */
const BATCH = 500;

/** A tenant's scores: where they are stored, their keys, and the clock. */
interface Scores extends Pick<World, 'table' | 'now'> {
  keys: ReturnType<typeof scoreKeys>;
}

/**
 * Scores (evaluation 3.12, 4). A client's score: pk `T#<tenant>#SCO#<score_id>`, sk `META`. A trusted score: in the
 * partition of its run, sk `SCO#<name>#<score_id>`, which is all that gates read. Once published, it is in the same
 * indexes as a client's score (i1 by target, i2 by name and day, i3 by run), and sk `TRUSTED` beside the client's key
 * leads to it. Rows are immutable.
 */
export const scoreStore = ({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) =>
  bound({ table, now, keys: scoreKeys(tenant) }, { stage, publish, ofAttempt, add, find, page });

async function rowsOf({ table, keys }: Scores, attemptId: string): Promise<Item[]> {
  const rows = await Array.fromAsync(queryAll(table, keys.runRows(runIdOf(attemptId))));
  return rows.filter(({ attempt_id }) => attempt_id === attemptId);
}

async function batches({ table }: Scores, rows: readonly Item[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await table.batchPut(rows.slice(at, at + BATCH));
}

async function trusted({ table, keys }: Scores, id: string): Promise<Score | undefined> {
  const pointer = await table.get(keys.pointer(id));
  if (typeof pointer?.workflow_run_id !== 'string' || typeof pointer.name !== 'string') return undefined;
  const row = await table.get(keys.trusted(pointer.workflow_run_id, pointer.name, id));
  return row && parseScore(row);
}

/** Result for a client that sends an id again. Undefined for the first time. */
async function repeated(
  { table, keys }: Scores,
  id: string,
  { content, timestamp }: SentScore,
): Promise<'conflict' | { repeats: Score } | undefined> {
  const row = await table.get(keys.client(id));
  if (row === undefined) return undefined;
  const before = v.parse(SentScore, row.said);
  const score = parseScore(row);
  const isSameTime = timestamp === before.timestamp || timestamp === score.timestamp;
  return content === before.content && isSameTime ? { repeats: score } : 'conflict';
}

/** Stores the measurements of an ended attempt as scores. Idempotent. Queries do not return them yet. */
async function stage(
  stored: Scores,
  attempt: ScoredAttempt,
  measurements: readonly Measurement[],
  trigger: string | null,
): Promise<{ scores_digest: Digest; count: number }> {
  const scores = measurements.map((measurement) => trustedScore(attempt, measurement, trigger));
  if (new Set(scores.map(({ score_id }) => score_id)).size !== scores.length)
    throw new Error('an attempt repeated a measurement');
  await batches(
    stored,
    scores.map((score) => ({
      ...stored.keys.trusted(attempt.workflow_run_id, score.name, score.score_id),
      ...score,
      expiresAt: attempt.expiresAt,
    })),
  );
  return { scores_digest: scoresDigestOf(scores), count: scores.length };
}

/** Publishes the staged scores of an attempt to queries, once framework.result.accepted is in the ledger. */
async function publish(stored: Scores, attemptId: string): Promise<void> {
  const { keys, now } = stored;
  const rows = await rowsOf(stored, attemptId);
  const days = new Map<string, Item>();
  const published = rows.flatMap((row): Item[] => {
    const score = parseScore(row);
    const expiresAt = row.expiresAt ?? now() + RETENTION_MS;
    const day = nameDayRow(score, expiresAt, keys);
    days.set(`${day.pk} ${day.sk}`, day);
    const { workflow_run_id, name, score_id } = score;
    return [
      { ...keys.pointer(score_id), workflow_run_id, name, expiresAt },
      { ...row, ...listed(score, keys) },
    ];
  });
  await batches(stored, published);
  await batches(stored, [...days.values()]);
}

/**
 * The trusted scores of an attempt, ordered by score_id. Empty before they are complete. Throws if they do not match
 * the attempt's digest.
 */
async function ofAttempt(stored: Scores, attempt: ScoredAttempt): Promise<Score[]> {
  if (attempt.scores_digest === null) return [];
  const scores = (await rowsOf(stored, attempt.attempt_id)).map(parseScore).sort(byScoreId);
  if (scores.length !== attempt.projection.projected_count || scoresDigestOf(scores) !== attempt.scores_digest)
    throw new Error('the stored scores of an attempt are not those that its result was accepted with');
  return scores;
}

/**
 * Stores a client's score. `said` shows whether a repeated id has the same content, even if a trusted score has the id
 * by now.
 */
async function add(stored: Scores, score: Score, sent: SentScore): Promise<'added' | 'conflict' | { repeats: Score }> {
  const { table, keys, now } = stored;
  const before = await repeated(stored, score.score_id, sent);
  if (before !== undefined) return before;
  if ((await trusted(stored, score.score_id)) !== undefined) return 'conflict';
  const expiresAt = now() + RETENTION_MS;
  const row = { ...keys.client(score.score_id), ...score, ...listed(score, keys), said: { ...sent }, expiresAt };
  const isNew = await table.transact([{ put: row, when: 'absent' }, { put: nameDayRow(score, expiresAt, keys) }]);
  if (isNew) return 'added';
  const meanwhile = await repeated(stored, score.score_id, sent);
  if (meanwhile === undefined) throw new Error('a score was deleted while it was written');
  return meanwhile;
}

/** The trusted score of the id, otherwise the client's. */
async function find(stored: Scores, id: string): Promise<Score | undefined> {
  const score = await trusted(stored, id);
  if (score !== undefined) return score;
  const row = await stored.table.get(stored.keys.client(id));
  return row && parseScore(row);
}

/** One page of a list, newest first. */
function page({ table, keys }: Scores, query: ScoresQuery) {
  return listedScores(table, keys, query);
}
