import * as v from 'valibot';
import { Count } from '../../../platform/values/shown-values.ts';

const BeforeAndAfter = v.object({ before: Count, after: Count });

/** Endpoints that one pattern makes one. */
export const PatternEffect = v.object({
  pattern: v.string(),
  /** As method and path: now, and how many they become. */
  endpoints: Count,
  becomes: Count,
  named: v.array(v.object({ operation: v.string(), method: v.nullable(v.string()), recordings: Count })),
});
export type PatternEffect = v.InferOutput<typeof PatternEffect>;

/** What patterns would change in the recordings of an application. */
export const EndpointsPreview = v.object({
  endpoints: BeforeAndAfter,
  recordings: Count,
  /** More were not counted. */
  isAtLeast: v.boolean(),
  /** Rules that name one of the endpoints and would follow. */
  rules: Count,
  /** Of the endpoint with most recordings among those that change. */
  mostRecordings: BeforeAndAfter,
  patterns: v.array(PatternEffect),
});
export type EndpointsPreview = v.InferOutput<typeof EndpointsPreview>;
