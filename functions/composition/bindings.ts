import { analysesBinding } from '../analysis/services.ts';
import { noOwnTargetsBinding } from '../applications/services.ts';
import { importedRulesBinding, rulesOfEndpointsBinding } from '../compare/services.ts';
import { noSampleBinding } from '../console/services.ts';
import { caseManifestsBinding } from '../evaluation/artifacts/services.ts';
import { runStateWordsBinding } from '../findings/services.ts';
import { noLocalLinksBinding } from '../login/services.ts';
import { secondSendingsBinding, suggestionsBinding } from '../noise/services.ts';
import { announceBinding } from '../notifications/services.ts';
import { detectedLoginsBinding } from '../recordings/services.ts';
import { hasRunsBinding, loggedRunsBinding } from '../replay/services.ts';

/** What capabilities need from others above them. */
export const BINDINGS = [
  hasRunsBinding,
  detectedLoginsBinding,
  loggedRunsBinding,
  importedRulesBinding,
  rulesOfEndpointsBinding,
  caseManifestsBinding,
  runStateWordsBinding,
  suggestionsBinding,
  secondSendingsBinding,
  analysesBinding,
  announceBinding,
  noSampleBinding,
  noOwnTargetsBinding,
  noLocalLinksBinding,
] as const;
