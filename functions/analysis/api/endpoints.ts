import type { Endpoint } from '../../platform/http/api.ts';
import type { AnalysisServices } from '../composition.ts';
import { claimAnalysisJob } from './claim-analysis-job.ts';
import { readStoredResult } from './read-stored-result.ts';
import { writeDiagnosis } from './write-diagnosis.ts';

/** What an executor of analyses asks and writes (interface 2.5), and the stored result of a replay (spec 2.6). */
export const endpoints: readonly Endpoint<AnalysisServices>[] = [writeDiagnosis, readStoredResult, claimAnalysisJob];
