import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { DATA_TYPES, SCORE_SOURCES, TARGET_TYPES } from '../../domain/scores/score.ts';

const Maybe = v.nullable(v.string());

const common = {
  score_id: v.string(),
  name: v.string(),
  data_type: v.picklist(DATA_TYPES),
  /** As sent, with all digits. */
  numeric_value: v.nullable(v.number()),
  boolean_value: v.nullable(v.boolean()),
  string_value: Maybe,
  source: v.picklist(SCORE_SOURCES),
  timestamp: Time,
  comment: Maybe,
  config_id: Maybe,
  author_id: Maybe,
  metadata: v.record(v.string(), v.string()),
  trace_id: Maybe,
  span_id: Maybe,
  session_id: Maybe,
};

/** A score as version 1 returns it (evaluation 3.12). */
export const LegacyScore = named('LegacyScore', v.object(common));

/** A score as version 2 returns it (evaluation 3.12). */
export const ShownScore = named(
  'Score',
  v.object({
    ...common,
    target_type: v.picklist(TARGET_TYPES),
    target_id: v.string(),
    value: v.union([v.number(), v.boolean(), v.string()]),
    /** Set by the service. Gates read only scores of trusted hosts. */
    origin: v.picklist(['client', 'trusted_host']),
    created_at: Time,
    supersedes: Maybe,
    workflow_run_id: Maybe,
    attempt_id: Maybe,
    sample_key: v.string(),
    trigger: Maybe,
  }),
);

export const LEGACY_SCORE_EXAMPLE: v.InferOutput<typeof LegacyScore> = {
  score_id: 'scr_01KAFP4G80A1B2C3D4E5F6G7H8',
  name: 'helpfulness',
  data_type: 'numeric',
  numeric_value: 0.8,
  boolean_value: null,
  string_value: null,
  source: 'annotation',
  timestamp: EXAMPLE.time,
  comment: 'answers the question',
  config_id: null,
  author_id: 'ada',
  metadata: {},
  trace_id: EXAMPLE.traceId,
  span_id: null,
  session_id: null,
};

export const SCORE_EXAMPLE: v.InferOutput<typeof ShownScore> = {
  ...LEGACY_SCORE_EXAMPLE,
  target_type: 'trace',
  target_id: EXAMPLE.traceId,
  value: 0.8,
  origin: 'client',
  created_at: EXAMPLE.time,
  supersedes: null,
  workflow_run_id: null,
  attempt_id: null,
  sample_key: '',
  trigger: null,
};
