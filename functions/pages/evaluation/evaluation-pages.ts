import type { Page } from '../../http/page-route.ts';
import { artifactPage } from './artifact-page.ts';
import { backfillForm, backfillPage } from './backfill-page.ts';
import {
  addPolicy,
  deletePolicyPage,
  editPolicy,
  editPolicyPage,
  newPolicyPage,
  switchPolicyOff,
  switchPolicyOn,
} from './change-policy.ts';
import { cancelRunPage, decideAgainPage } from './change-run.ts';
import { commitManifest, manifestPage } from './commit-manifest.ts';
import { evaluationPage } from './evaluation-page.ts';
import { eventsPage, runEventsPage } from './events-page.ts';
import { gatePage } from './gate-page.ts';
import { hostsPage, registerHostPage, revokeHostPage } from './hosts-page.ts';
import { policiesPage } from './policies-page.ts';
import { policyPage } from './policy-page.ts';
import { resolveForm, resolvePage } from './resolve-page.ts';
import { runPage } from './run-page.ts';
import { cancelBackfillPage, runPolicyPage } from './run-policy.ts';
import { runsPage } from './runs-page.ts';
import { scoresPage } from './scores-page.ts';
import { startRunPage, workflowPage } from './workflow-page.ts';
import { workflowsPage } from './workflows-page.ts';

/** The pages of the evaluation API (interface 13, evaluation 3.5 to 3.13). */
export const evaluationPages: readonly Page[] = [
  runsPage,
  runPage,
  runEventsPage,
  scoresPage,
  cancelRunPage,
  decideAgainPage,
  gatePage,
  workflowsPage,
  workflowPage,
  startRunPage,
  resolvePage,
  resolveForm,
  manifestPage,
  commitManifest,
  artifactPage,
  eventsPage,
  policiesPage,
  newPolicyPage,
  addPolicy,
  policyPage,
  editPolicyPage,
  editPolicy,
  switchPolicyOn,
  switchPolicyOff,
  deletePolicyPage,
  runPolicyPage,
  backfillPage,
  backfillForm,
  cancelBackfillPage,
  hostsPage,
  registerHostPage,
  revokeHostPage,
].map(evaluationPage);
