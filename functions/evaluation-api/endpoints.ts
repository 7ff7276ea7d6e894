import type { Endpoint } from '../http/api.ts';
import { commitArtifact, downloadArtifact, listRunArtifacts, readArtifactMetadata } from './artifacts.ts';
import { cancelRun } from './cancel-run.ts';
import { capabilities } from './capabilities.ts';
import { createArtifact } from './create-artifact.ts';
import { createRun } from './create-run.ts';
import { listAttempts, readAttempt } from './list-attempts.ts';
import { appendEvent, listEvents, listRunEvents } from './list-events.ts';
import { listRuns } from './list-runs.ts';
import { listWorkflows } from './list-workflows.ts';
import { readRun } from './read-run.ts';
import { readWorkflow } from './read-workflow.ts';
import { resolveWorkflow } from './resolve-workflow.ts';
import { validateWorkflow } from './validate-workflow.ts';

/** The evaluation API (spec 4.10, evaluation 3.5 to 3.13). */
export const endpoints: readonly Endpoint[] = [
  createArtifact,
  commitArtifact,
  readArtifactMetadata,
  downloadArtifact,
  listRunArtifacts,

  resolveWorkflow,
  listWorkflows,
  validateWorkflow,
  readWorkflow,
  capabilities,
  createRun,
  listRuns,
  readRun,
  cancelRun,
  listAttempts,
  readAttempt,
  listEvents,
  listRunEvents,
  appendEvent,
];
