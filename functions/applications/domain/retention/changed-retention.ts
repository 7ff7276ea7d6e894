import { accept, type Result, refuse } from '../../../platform/result.ts';
import type { MaxRetention } from './max-retention.ts';
import type { RetentionChange, RetentionSettings } from './retention-settings.ts';

/** The settings of the service that are the maximum of each. */
const SETTINGS = { caseHours: 'SVC_CASE_RETENTION_HOURS', planDays: 'SVC_PLAN_RETENTION_DAYS' } as const;

/** The retention after a change, which no member may make longer than the service's. */
export function changedRetention(
  current: RetentionSettings,
  change: RetentionChange,
  max: MaxRetention | undefined,
): Result<RetentionSettings, 'INVALID_SETTINGS'> {
  for (const name of ['caseHours', 'planDays'] as const) {
    if (max !== undefined && (change?.[name] ?? 0) > max[name])
      return refuse(
        'INVALID_SETTINGS',
        `retention.${name} must be at most ${max[name]}, this service's ${SETTINGS[name]}`,
      );
  }
  return accept({
    caseHours: change?.caseHours ?? current.caseHours,
    planDays: change?.planDays ?? current.planDays,
  });
}
