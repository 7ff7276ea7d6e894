import type { Page } from '../../platform/http/pages/page-route.ts';
import { artifactPage } from '../artifacts/pages/artifact-page.ts';
import { gatePage } from '../gates/pages/gate-page.ts';
import { hostsPage, registerHostPage, revokeHostPage } from '../hosts/pages/hosts-page.ts';
import { eventsPage, runEventsPage } from '../ledger/pages/events-page.ts';
import { backfillForm, backfillPage } from '../policies/pages/backfill-page.ts';
import {
  addPolicy,
  deletePolicyPage,
  editPolicy,
  editPolicyPage,
  newPolicyPage,
  switchPolicyOff,
  switchPolicyOn,
} from '../policies/pages/change-policy.ts';
import { policiesPage } from '../policies/pages/policies-page.ts';
import { policyPage } from '../policies/pages/policy-page.ts';
import { cancelBackfillPage, runPolicyPage } from '../policies/pages/run-policy.ts';
import { cancelRunPage, decideAgainPage } from '../runs/pages/change-run.ts';
import { runPage } from '../runs/pages/run-page.ts';
import { runsPage } from '../runs/pages/runs-page.ts';
import { scoresPage } from '../scores/pages/scores-page.ts';
import type { EvaluationServices } from '../services.ts';
import { commitManifest, manifestPage } from '../workflows/pages/commit-manifest.ts';
import { resolveForm, resolvePage } from '../workflows/pages/resolve-page.ts';
import { startRunPage, workflowPage } from '../workflows/pages/workflow-page.ts';
import { workflowsPage } from '../workflows/pages/workflows-page.ts';
import { evaluationPage } from './evaluation-page.ts';

/** Pages of the evaluation API (interface 13, evaluation 3.5 to 3.13). */
export const pages: readonly Page<EvaluationServices>[] = [
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
].map(evaluationPage<EvaluationServices>);
