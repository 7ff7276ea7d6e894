import type { Page } from '../../platform/http/pages/page-route.ts';
import type { EvaluationServices } from '../composition.ts';
import { artifactPage } from './artifacts/artifact-page.ts';
import { evaluationPage } from './evaluation-page.ts';
import { gatePage } from './gates/gate-page.ts';
import { hostsPage, registerHostPage, revokeHostPage } from './hosts/hosts-page.ts';
import { eventsPage, runEventsPage } from './ledger/events-page.ts';
import { createEvaluation, newEvaluation } from './new/new-evaluation.ts';
import { backfillForm, backfillPage } from './policies/backfill-page.ts';
import {
  addPolicy,
  deletePolicyPage,
  editPolicy,
  editPolicyPage,
  newPolicyPage,
  switchPolicyOff,
  switchPolicyOn,
} from './policies/change-policy.ts';
import { policiesPage } from './policies/policies-page.ts';
import { policyPage } from './policies/policy-page.ts';
import { cancelBackfillPage, runPolicyPage } from './policies/run-policy.ts';
import { cancelRunPage, decideAgainPage } from './runs/change-run.ts';
import { runPage } from './runs/run-page.ts';
import { runsPage } from './runs/runs-page.ts';
import { scoresPage } from './scores/scores-page.ts';
import { commitManifest, manifestPage } from './workflows/commit-manifest.ts';
import { resolveForm, resolvePage } from './workflows/resolve-page.ts';
import { startRunPage, workflowPage } from './workflows/workflow-page.ts';
import { workflowsPage } from './workflows/workflows-page.ts';

/** Pages of the evaluation API (interface 13, evaluation 3.5 to 3.13). */
export const pages: readonly Page<EvaluationServices>[] = [
  runsPage,
  newEvaluation,
  createEvaluation,
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
