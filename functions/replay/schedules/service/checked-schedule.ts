import { type Result, refuse } from '../../../platform/result.ts';
import type { World } from '../../../platform/world.ts';
import { parseSchedule, type ScheduleInput, type SentSchedule } from '../domain/parse-schedule.ts';
import type { Schedule } from '../domain/schedule.ts';

/** A schedule as sent, checked as when it is saved: its members, and its target by the egress policy. */
export async function checkedSchedule(
  { egress, now }: Pick<World, 'egress' | 'now'>,
  sent: ScheduleInput,
  before: Schedule | undefined,
): Promise<Result<SentSchedule, 'INVALID_SCHEDULE'>> {
  const parsed = parseSchedule(sent, before, now());
  if (!parsed.ok) return parsed;
  const denial = await egress.denial(parsed.value.settings.trigger.targetEnv);
  return denial === null
    ? parsed
    : refuse('INVALID_SCHEDULE', `targetEnv is not allowed by the egress policy (${denial})`);
}
