/** When a response was recorded and replayed, epoch ms. */
export interface AnswerTimes {
  recordedAt: number;
  replayedAt: number;
}

/** Maximum distance of a time from its response: a build that generates times names those around now. */
const NEAR_MS = 3_600_000;

const ISO = /^(\d{4}-\d{2}-\d{2})([T ])(\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;

/**
 * A time that a replayed response generated, as far from the recorded response as it was from the replayed one, and in
 * the form that it had; null for any other text. Beside the date of the recording, a time of the replay would look like
 * a change of the build.
 */
export function timeAsRecorded(text: string, { recordedAt, replayedAt }: AnswerTimes): string | null {
  // Whole seconds, so that fractions stay.
  const shift = Math.round((recordedAt - replayedAt) / 1000) * 1000;
  const isNear = (at: number) => Math.abs(at - replayedAt) <= NEAR_MS;
  if (EPOCH.test(text)) {
    const unit = text.length === 10 ? 1000 : 1;
    const time = Number(text) * unit;
    return isNear(time) ? String((time + shift) / unit) : null;
  }
  const [, day, separator = '', clock, fraction = '', zone = ''] = ISO.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = offsetOf(zone);
  const time = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(time) || !isNear(time - offset)) return null;
  const moved = new Date(time + shift).toISOString();
  return `${moved.slice(0, 10)}${separator}${moved.slice(11, 19)}${fraction}${zone}`;
}

/** Milliseconds before UTC; a time without zone is read as UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -offset : offset;
}
