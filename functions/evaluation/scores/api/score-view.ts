import { isoText } from '../../../platform/time/iso-text.ts';
import { numberAsWritten } from '../../../platform/values/json-text.ts';
import type { Score } from '../../domain/scores/score.ts';

/** The three typed members of which one holds the value; a number is written as it was sent. */
function typed({ data_type, value }: Score) {
  const isNumber = data_type === 'numeric' && typeof value === 'string';
  return {
    numeric_value: isNumber ? numberAsWritten(value) : null,
    boolean_value: typeof value === 'boolean' ? value : null,
    string_value: typeof value === 'string' && !isNumber ? value : null,
  };
}

/** A score as version 2 returns it (evaluation 3.12). */
export function scoreView(score: Score) {
  const { score_id, target_type, target_id, name, data_type, source, origin, timestamp, created_at, ...rest } = score;
  const columns = typed(score);
  return {
    score_id,
    target_type,
    target_id,
    name,
    data_type,
    value: columns.numeric_value ?? score.value,
    ...columns,
    source,
    origin,
    timestamp: isoText(timestamp),
    created_at: isoText(created_at),
    comment: rest.comment,
    config_id: rest.config_id,
    author_id: rest.author_id,
    metadata: rest.metadata,
    trace_id: rest.trace_id,
    span_id: rest.span_id,
    session_id: rest.session_id,
    supersedes: rest.supersedes,
    workflow_run_id: rest.workflow_run_id,
    attempt_id: rest.attempt_id,
    sample_key: rest.sample_key,
    trigger: rest.trigger,
  };
}

/** A score as version 1 returns it (evaluation 3.12). */
export function legacyScoreView(score: Score) {
  const { score_id, timestamp, trace_id, span_id, session_id, name, data_type, source, comment } = score;
  return {
    score_id,
    timestamp: isoText(timestamp),
    trace_id,
    span_id,
    session_id,
    name,
    data_type,
    ...typed(score),
    source,
    comment,
    config_id: score.config_id,
    author_id: score.author_id,
    metadata: score.metadata,
  };
}
