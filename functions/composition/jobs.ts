import { materialSampleJob } from '../analysis/domain/material-sample-job.ts';
import { agentBodyJob } from '../arex/domain/agent-body.ts';
import { recordingDigestJob } from '../evaluation/domain/replay-regression/recording-digest-job.ts';
import { shownResultJob } from '../findings/api/shown-result.ts';
import { acceptedCaseJob, mappedValuesJob } from '../findings/domain/accepting/accepted-case-job.ts';
import { changedPairsJob } from '../findings/domain/expected/changed-pairs-job.ts';
import { foldedSamplesJob } from '../findings/domain/folding/folded-samples-job.ts';
import { sentCredentialJob } from '../findings/domain/hints/sent-credential.ts';
import { recompareCaseJob } from '../findings/domain/recompare-case-job.ts';
import { computeFindingsJob } from '../findings/domain/stored/compute-findings-job.ts';
import { failingOutcomesJob } from '../findings/domain/stored/failing-outcomes-job.ts';
import { findingOutcomesJob } from '../findings/domain/stored/finding-outcomes-job.ts';
import { rulePreviewJob } from '../findings/domain/stored/rule-preview-job.ts';
import { shownValuesJob } from '../findings/domain/values/shown-values-job.ts';
import { candidatesJob } from '../mocks/domain/candidates-job.ts';
import { judgeRequestJob } from '../noise/domain/judge-request-job.ts';
import { jsonBodyJob } from '../platform/http/bodies/json-body.ts';
import { caseViewJob } from '../recordings/api/case-view.ts';
import { storedOperationJob } from '../recordings/domain/endpoints/stored-operation-job.ts';
import { lighterHarJob } from '../recordings/domain/importers/lighter-har.ts';
import { importJob, intakeJob, parseCasesJob } from '../recordings/domain/intake-jobs.ts';
import { listedPathsJob } from '../recordings/domain/listed-paths-job.ts';
import { personalDataJob } from '../recordings/domain/personal/personal-data-job.ts';
import { recordedBodyJob } from '../recordings/domain/recorded-body-job.ts';
import { recordedRequestJob } from '../recordings/domain/recorded-request-job.ts';
import { resealCaseJob } from '../recordings/domain/sealed/reseal-case-job.ts';
import { sealFieldsJob } from '../recordings/domain/sealed/seal-fields-job.ts';
import { searchPayloadsJob } from '../recordings/domain/search/search-payloads-job.ts';
import { detectedLoginJob } from '../recordings/domain/sessions/detected-login-job.ts';
import { caseSectionsJob } from '../recordings/pages/case-sections.ts';
import { compareBothJob } from '../replay/domain/baseline/compare-both-job.ts';
import { caseShapeJob } from '../replay/domain/case-shape.ts';
import { answerDigestsJob } from '../replay/domain/order/answer-digests-job.ts';
import { differencesJob } from '../replay/domain/results/differences-job.ts';
import { compareSentCaseJob } from '../replay/domain/results/sent-case.ts';
import { sentRequestJob } from '../replay/domain/results/sent-request-job.ts';
import { mapRequestJob, noteCaseJob, relearnJob } from '../replay/domain/results/value-jobs.ts';
import { shownCaseJob } from '../report/pages/request/shown-case.ts';
import { shownCallsJob } from '../report/pages/request/shown-request.ts';

/** Every job of the platform and the capabilities: what a thread of the pool is asked for by name. */
export const JOBS = [
  jsonBodyJob,
  intakeJob,
  importJob,
  lighterHarJob,
  parseCasesJob,
  recordedRequestJob,
  answerDigestsJob,
  recordedBodyJob,
  resealCaseJob,
  personalDataJob,
  sealFieldsJob,
  storedOperationJob,
  caseViewJob,
  searchPayloadsJob,
  listedPathsJob,
  detectedLoginJob,
  caseSectionsJob,
  candidatesJob,
  agentBodyJob,
  caseShapeJob,
  compareSentCaseJob,
  compareBothJob,
  noteCaseJob,
  mapRequestJob,
  relearnJob,
  sentRequestJob,
  differencesJob,
  recompareCaseJob,
  computeFindingsJob,
  failingOutcomesJob,
  findingOutcomesJob,
  changedPairsJob,
  acceptedCaseJob,
  mappedValuesJob,
  rulePreviewJob,
  sentCredentialJob,
  shownValuesJob,
  foldedSamplesJob,
  shownResultJob,
  judgeRequestJob,
  materialSampleJob,
  shownCaseJob,
  shownCallsJob,
  recordingDigestJob,
] as const;
