import { analysesBinding } from '../../../analysis/composition.ts';
import { askForTarget, listTargetRequests } from '../../../applications/api/target-requests.ts';
import { allowTarget } from '../../../applications/api/targets.ts';
import { applicationServices } from '../../../applications/composition.ts';
import { addCompareRule } from '../../../compare/api/compare-rules.ts';
import { compareServices } from '../../../compare/composition.ts';
import { acceptResults } from '../../../findings/api/accept/accept-results.ts';
import { previewAccept } from '../../../findings/api/accept/preview-accept.ts';
import { undoAccept } from '../../../findings/api/accept/undo-accept.ts';
import { markMany, unmarkMany } from '../../../findings/api/bulk-marks.ts';
import { readChanges } from '../../../findings/api/changes.ts';
import {
  addExpectations,
  listExpectations,
  previewExpectations,
  removeExpectation,
} from '../../../findings/api/expectations.ts';
import { listResults } from '../../../findings/api/list-results.ts';
import { markPassed, unmark } from '../../../findings/api/marks.ts';
import { recompareReplay } from '../../../findings/api/recompare.ts';
import { previewRule } from '../../../findings/api/rule-preview.ts';
import { stopReplay } from '../../../findings/api/stop-replay.ts';
import { settlingServices } from '../../../findings/composition.ts';
import { applyNoise, revertNoise } from '../../../noise/api/noise.ts';
import { noiseServices, suggestionsBinding } from '../../../noise/composition.ts';
import { detectedLoginsBinding } from '../../../recordings/composition.ts';
import { createPlanByBody } from '../../../replay/api/create-plan.ts';
import { rerunReplay } from '../../../replay/api/rerun-replay.ts';
import { hasRunsBinding, newPlanServices, tabCountsBinding } from '../../../replay/composition.ts';
import { report } from '../../../report/capability.ts';
import { asks, declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () =>
  declared({
    capability: report,
    bindings: [hasRunsBinding, tabCountsBinding, detectedLoginsBinding, suggestionsBinding, analysesBinding],
    asks: [
      asks(applicationServices, allowTarget, askForTarget, listTargetRequests),
      asks(compareServices, addCompareRule),
      asks(newPlanServices, createPlanByBody, rerunReplay),
      asks(settlingServices, listResults, readChanges, previewRule, stopReplay, recompareReplay),
      asks(settlingServices, markPassed, unmark, markMany, unmarkMany),
      asks(settlingServices, listExpectations, addExpectations, previewExpectations, removeExpectation),
      asks(settlingServices, previewAccept, acceptResults, undoAccept),
      asks(noiseServices, applyNoise, revertNoise),
    ],
  });
