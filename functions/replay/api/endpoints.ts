import type { Endpoint } from '../../platform/http/api.ts';
import {
  createSchedule,
  listSchedules,
  readOneSchedule,
  removeSchedule,
  saveSchedule,
} from '../schedules/api/schedules.ts';
import type { NewPlanServices } from '../services.ts';
import { createPlanByBody, createPlanByQuery } from './create-plan.ts';
import { rerunReplay } from './rerun-replay.ts';
import { triggerReplay } from './trigger-replay.ts';

/** Endpoints that start runs, and schedules that do (spec 4.1, 4.6, interface 10). */
export const endpoints: readonly Endpoint<NewPlanServices>[] = [
  triggerReplay,
  createPlanByQuery,
  createPlanByBody,
  rerunReplay,
  listSchedules,
  createSchedule,
  readOneSchedule,
  saveSchedule,
  removeSchedule,
];
