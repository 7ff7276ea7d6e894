import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { DATA_TYPES, type Measurement, SentMetadata, TARGET_TYPES } from './score.ts';
import { scoreValue, type ValueCode } from './score-value.ts';
import { trustedScoreId } from './trusted-score.ts';

const text = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((value) => value.isWellFormed()),
  );

/** A measurement as a host publishes it (evaluation 5.11). */
export const SentMeasurement = v.object({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,128}$/)),
  data_type: v.optional(v.picklist(DATA_TYPES)),
  value: v.union([v.number(), v.boolean(), v.string()]),
  target_type: v.picklist(TARGET_TYPES),
  target_id: v.pipe(text(200), v.nonEmpty()),
  sample_key: v.optional(text(500), ''),
  metadata: v.optional(SentMetadata, {}),
});
export type SentMeasurement = v.InferOutput<typeof SentMeasurement>;

type Sample = Pick<SentMeasurement, 'value'>;

/**
 * The measurements of an attempt. `written`: each as it was sent, with all digits of its numbers. Measurements of a run
 * or an attempt must refer to this one, and no measurement may repeat.
 */
export function measurementsFrom(
  sent: readonly SentMeasurement[],
  written: readonly unknown[],
  { attempt_id, workflow_run_id }: { attempt_id: string; workflow_run_id: string },
): Result<Measurement[], ValueCode | 'inconsistent_target'> {
  const own: Readonly<Partial<Record<Measurement['target_type'], string>>> = {
    workflow_run: workflow_run_id,
    framework_attempt: attempt_id,
  };
  const measured = new Map<string, Measurement>();
  for (const [at, { data_type, value, ...rest }] of sent.entries()) {
    const target = own[rest.target_type];
    if (target !== undefined && target !== rest.target_id)
      return refuse('inconsistent_target', 'a measurement belongs to a different run or attempt');
    const read = scoreValue(
      { ...(data_type !== undefined && { data_type }), value },
      // Replaces the same measurement in the same text.
      () => JSON.stringify((written[at] as Sample).value),
    );
    if (!read.ok) return read;
    const measurement = { ...rest, ...read.value };
    const id = trustedScoreId(attempt_id, measurement);
    if (measured.has(id)) return refuse('validation_failed', 'a measurement is repeated');
    measured.set(id, measurement);
  }
  return accept([...measured.values()]);
}

/** The measurements of a payload, each as it was sent. */
export function writtenMeasurements(payload: Uint8Array): unknown[] {
  const { events } = parseKeepingNumbers(new TextDecoder().decode(payload)) as {
    // Callers have already parsed it as a batch.
    events: { type: string; payload: { measurements?: unknown[] } }[];
  };
  return events.flatMap(({ type, payload: { measurements } }) =>
    type === 'framework.attempted' ? (measurements ?? []) : [],
  );
}
