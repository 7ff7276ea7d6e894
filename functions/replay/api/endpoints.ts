import type { Endpoint } from '../../platform/http/api.ts';
import type { NewPlanServices } from '../composition.ts';
import { createPlanByBody, createPlanByQuery } from './create-plan.ts';
import { rerunReplay } from './rerun-replay.ts';
import { triggerReplay } from './trigger-replay.ts';

/** Endpoints that start runs (spec 4.1, 4.6). */
export const endpoints: readonly Endpoint<NewPlanServices>[] = [
  triggerReplay,
  createPlanByQuery,
  createPlanByBody,
  rerunReplay,
];
