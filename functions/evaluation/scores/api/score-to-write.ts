import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { LegacyScoreBody, ScoreBody } from '../../domain/scores/score-input.ts';

const Value = v.optional(v.nullable(v.union([v.number(), v.boolean(), v.string()])));

/** A score as requests send it (evaluation 3.12). */
export const ScoreToWrite = named(
  'ScoreToWrite',
  v.object({
    ...ScoreBody.entries,
    value: Value,
    numeric_value: v.nullish(v.number()),
    boolean_value: v.nullish(v.boolean()),
    string_value: v.nullish(v.string()),
  }),
);

/** The same in version 1. */
export const LegacyScoreToWrite = named(
  'LegacyScoreToWrite',
  v.object({
    ...LegacyScoreBody.entries,
    numeric_value: v.nullish(v.number()),
    boolean_value: v.nullish(v.boolean()),
    string_value: v.nullish(v.string()),
  }),
);
