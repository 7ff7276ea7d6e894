import { type Result, refuse } from '../../../platform/result.ts';
import type { World } from '../../../platform/world.ts';
import { readSchedule, type ScheduleInput, type SentSchedule } from '../domain/parse-schedule.ts';
import type { Schedule } from '../domain/schedule.ts';

/** A schedule as sent, checked as when it is saved: its members, and its target by the egress policy. */
export async function checkedSchedule(
  { egress, now }: Pick<World, 'egress' | 'now'>,
  sent: ScheduleInput,
  before: Schedule | undefined,
): Promise<Result<SentSchedule, 'INVALID_SCHEDULE'>> {
  const read = readSchedule(sent, before, now());
  if (!read.ok) return read;
  const denial = await egress.denial(read.value.settings.trigger.targetEnv);
  return denial === null
    ? read
    : refuse('INVALID_SCHEDULE', `targetEnv is not allowed by the egress policy (${denial})`);
}
