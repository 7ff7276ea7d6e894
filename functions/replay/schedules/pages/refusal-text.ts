import { isTargetRefusal } from '../../service/plan-admission.ts';
import type { RunRefusal } from '../domain/schedule.ts';

/** Why a run did not start, by the code of the refusal; other codes have a message that says more. */
const TEXTS: Readonly<Record<string, string>> = {
  PLAN_RUNNING_1: 'A run towards this target was still going',
  REASON_1: 'Another run of the application was being created',
  REASON_101: 'The application has no recorded endpoint',
  APP_NOT_REGISTERED: 'The application has no recorded endpoint',
  REASON_200: 'No recording fits',
  INTERNAL_ERROR: 'The service failed',
};

const NOT_ALLOWED = ' is not allowed: an administrator allows it in the settings under Replay';

/** Why a run of a schedule did not start, in the words of the pages. */
export function refusalText({ errorCode, errorMessage }: Pick<RunRefusal, 'errorCode' | 'errorMessage'>): string {
  if (isTargetRefusal({ message: errorMessage }))
    return `${errorMessage.startsWith('baselineEnv') ? 'Its running build' : 'Its target'}${NOT_ALLOWED}`;
  return TEXTS[errorCode] ?? errorMessage.charAt(0).toUpperCase() + errorMessage.slice(1);
}
