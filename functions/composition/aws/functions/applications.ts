import { applications } from '../../../applications/capability.ts';
import { pinCase } from '../../../recordings/api/one-case.ts';
import {
  detectedLoginsBinding,
  maskedTextBinding,
  personalDataBinding,
  recordedCallsBinding,
  recordingServices,
} from '../../../recordings/composition.ts';
import {
  hasRunsBinding,
  lastRunMissesBinding,
  mainCoverageBinding,
  recentRunsBinding,
  tabCountsBinding,
} from '../../../replay/composition.ts';
import { asks, declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () =>
  declared({
    capability: applications,
    bindings: [
      hasRunsBinding,
      tabCountsBinding,
      recentRunsBinding,
      mainCoverageBinding,
      lastRunMissesBinding,
      detectedLoginsBinding,
      personalDataBinding,
      recordedCallsBinding,
      maskedTextBinding,
    ],
    asks: [asks(recordingServices, pinCase)],
  });
