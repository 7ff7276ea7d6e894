import { ofKnownApplication } from '../../../applications/pages/parts/known-application.ts';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import type { NewPlanServices } from '../../composition.ts';
import { addSchedule, editSchedule, editSchedulePage, newSchedulePage } from './schedule-form.ts';
import { deleteSchedule, pauseSchedule, resumeSchedule, schedulesPage } from './schedules-page.ts';
import { startSchedulePage } from './start-schedule-page.ts';

/** The pages of an application's schedules. */
export const pages: readonly Page<NewPlanServices>[] = [
  schedulesPage,
  newSchedulePage,
  addSchedule,
  editSchedulePage,
  editSchedule,
  pauseSchedule,
  resumeSchedule,
  startSchedulePage,
  deleteSchedule,
].map((page: Page<NewPlanServices>) => ofKnownApplication(page));
