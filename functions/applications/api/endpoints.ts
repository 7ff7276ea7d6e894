import type { Endpoint } from '../../platform/http/api.ts';
import type { ApplicationServices } from '../composition.ts';
import { changeSettings, readSettings } from './application-settings.ts';
import { registerMainOperations } from './register-main-operations.ts';
import { askForTarget, closeTargetRequest, listTargetRequests } from './target-requests.ts';
import { allowTarget, listTargets, removeTarget } from './targets.ts';

/** Settings and main endpoints of applications (spec 4.7, interface 10). */
export const endpoints: readonly Endpoint<ApplicationServices>[] = [
  registerMainOperations,
  readSettings,
  changeSettings,
  listTargets,
  allowTarget,
  removeTarget,
  listTargetRequests,
  askForTarget,
  closeTargetRequest,
];
