import { analysesBinding } from '../analysis/composition.ts';
import { noOwnTargetsBinding } from '../applications/composition.ts';
import { importedRulesBinding, rulesOfEndpointsBinding } from '../compare/composition.ts';
import { noSampleBinding } from '../console/composition.ts';
import { caseManifestsBinding } from '../evaluation/artifacts/composition.ts';
import { runStateLabelsBinding } from '../findings/composition.ts';
import { noLocalLinksBinding } from '../login/composition.ts';
import { secondSendingsBinding, suggestionsBinding } from '../noise/composition.ts';
import { announceBinding, channelNamesBinding } from '../notifications/composition.ts';
import {
  detectedLoginsBinding,
  maskedTextBinding,
  personalDataBinding,
  recordedCallsBinding,
} from '../recordings/composition.ts';
import {
  hasRunsBinding,
  lastRunMissesBinding,
  loggedRunsBinding,
  mainCoverageBinding,
  recentRunsBinding,
  runsBeforeBinding,
  tabCountsBinding,
} from '../replay/composition.ts';

/** What capabilities need from others above them. */
export const BINDINGS = [
  hasRunsBinding,
  tabCountsBinding,
  runsBeforeBinding,
  recentRunsBinding,
  mainCoverageBinding,
  detectedLoginsBinding,
  personalDataBinding,
  recordedCallsBinding,
  maskedTextBinding,
  lastRunMissesBinding,
  loggedRunsBinding,
  importedRulesBinding,
  rulesOfEndpointsBinding,
  caseManifestsBinding,
  runStateLabelsBinding,
  suggestionsBinding,
  secondSendingsBinding,
  analysesBinding,
  announceBinding,
  channelNamesBinding,
  noSampleBinding,
  noOwnTargetsBinding,
  noLocalLinksBinding,
] as const;
