import { type Result, refuse } from '../../../platform/result.ts';
import type { World } from '../../../platform/world.ts';
import { NO_BASELINE } from '../../domain/target-env.ts';
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
  const { targetEnv, baselineEnv = NO_BASELINE } = parsed.value.settings.trigger;
  for (const [name, address] of Object.entries({ targetEnv, ...(baselineEnv !== NO_BASELINE && { baselineEnv }) })) {
    const denial = await egress.denial(address);
    if (denial !== null) return refuse('INVALID_SCHEDULE', `${name} is not allowed by the egress policy (${denial})`);
  }
  return parsed;
}
