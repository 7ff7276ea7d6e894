import { accept, type Result } from '../../../platform/result.ts';
import type { Measurement } from '../scores/score.ts';
import type { ValueCode } from '../scores/score-value.ts';
import { measurementsFrom, writtenMeasurements } from '../scores/sent-measurement.ts';
import { parseEnvelope } from './dsse.ts';
import { type EventBatch, parseBatch } from './event-batch.ts';

/** Measurements in the events of a batch, with all digits of the payload. */
export function measurementsIn(
  payload: Uint8Array,
  batch: EventBatch,
): Result<Measurement[], ValueCode | 'inconsistent_target'> {
  const written = writtenMeasurements(payload);
  const sent = batch.events.flatMap((event) =>
    event.type === 'framework.attempted' ? event.payload.measurements : [],
  );
  return sent.length === 0 ? accept([]) : measurementsFrom(sent, written, batch);
}

/** Measurements of a stored envelope. Throws for an envelope that publication would have rejected. */
export function measurementsOfEnvelope(stored: Uint8Array): Measurement[] {
  const envelope = parseEnvelope(stored);
  const batch = envelope.ok ? parseBatch(envelope.value.payload) : envelope;
  const measured = envelope.ok && batch.ok ? measurementsIn(envelope.value.payload, batch.value) : null;
  if (!measured?.ok) throw new Error('a stored publication differs from the accepted one');
  return measured.value;
}
