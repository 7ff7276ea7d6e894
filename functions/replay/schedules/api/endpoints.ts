import type { Endpoint } from '../../../platform/http/api.ts';
import type { NewPlanServices } from '../../composition.ts';
import { createSchedule, listSchedules, readOneSchedule, removeSchedule, saveSchedule } from './schedules.ts';
import { startSchedule } from './start-schedule.ts';

/** Endpoints of schedules, which start runs at set times (interface 10). */
export const scheduleEndpoints: readonly Endpoint<NewPlanServices>[] = [
  listSchedules,
  createSchedule,
  readOneSchedule,
  saveSchedule,
  removeSchedule,
  startSchedule,
];
