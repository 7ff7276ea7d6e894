import type { RoundMeasures } from '../../../findings/domain/stored/stored-answer.ts';
import type { FindingsService } from '../../../findings/service/findings.ts';
import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { ReportServices } from '../../composition.ts';
import type { ReportDetails } from '../../domain/remembered-details.ts';
import type { ReportedRun } from './report-layout.ts';

/** A settled run with everything that its views are made from. */
export interface SettledRun<Names extends keyof ReportServices> {
  request: PageRequest;
  services: Pick<ReportServices, Names>;
  run: ReportedRun;
  found: NonNullable<Awaited<ReturnType<FindingsService['of']>>>;
  details: ReportDetails;
  measures: RoundMeasures;
  /** Whether a dialog stands above the view: what only opens later is left out. */
  isInert?: boolean;
  /** Epoch ms. */
  now: number;
}
