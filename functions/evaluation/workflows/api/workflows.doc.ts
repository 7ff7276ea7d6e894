import * as v from 'valibot';
import { answers, docs, json, named, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { Diagnostic } from '../../domain/workflows/diagnostics.ts';
import { Pins } from '../../domain/workflows/pins.ts';
import { ResolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';
import { EXAMPLE_PINS, EXAMPLE_WORKFLOW } from './workflow-view.ts';

const Workflow = named(
  'ResolvedWorkflow',
  v.object({ ...ResolvedWorkflow.entries, created_at: Time, links: v.object({ self: v.string() }) }),
);

const ByDigest = v.object({ workflow_version_digest: Digest });
const digest: ParameterDocs = {
  digest: {
    schema: Digest,
    description: 'Digest of a workflow version. The colon may be written as `%3A`.',
    example: EXAMPLE_WORKFLOW.workflow_version_digest,
  },
};
const READING = ['invalid_json', 'payload_too_large', 'validation_failed', 'invalid_digest'] as const;

/** What the OpenAPI document says of workflow versions. */
export const workflowDocs = docs('Workflows', {
  resolveWorkflow: {
    summary: 'Resolve five manifests to a workflow version',
    description:
      'The digest depends on the five pins only, so clients can compute it offline. Unknown digests are accepted. The response says what is known, how reproducible a run is, and whether a host can run it. Resolving the same pins again returns the same version, with its first `created_at`.',
    request: json(Pins, EXAMPLE_PINS),
    responses: answers(Workflow, EXAMPLE_WORKFLOW),
    refusals: problemDocs(...READING),
  },
  readWorkflow: readDoc(Workflow, EXAMPLE_WORKFLOW, {
    summary: 'Read a workflow version',
    params: digest,
    refusals: problemDocs('workflow_version_not_found'),
  }),
  listWorkflows: listDoc(Workflow, EXAMPLE_WORKFLOW, {
    summary: 'List workflow versions, newest first',
    refusals: problemDocs('invalid_cursor'),
  }),
  validateWorkflow: {
    summary: 'Validate a workflow version',
    description:
      'Takes the body of `resolve`, or the digest of a resolved version. Nothing is stored. `valid` is false if any diagnostic is an error. Pointers start with the component and continue inside its manifest.',
    request: json(v.union([Pins, ByDigest]), EXAMPLE_PINS),
    responses: answers(
      named('WorkflowValidation', v.object({ valid: v.boolean(), diagnostics: v.array(Diagnostic) })),
      {
        valid: false,
        diagnostics: [
          {
            severity: 'error',
            code: 'FRAMEWORK_MISMATCH',
            pointer: '#/runner/framework',
            detail: 'the runner and the definition have different frameworks',
          },
        ],
      },
    ),
    refusals: problemDocs(...READING, 'workflow_version_not_found'),
  },
});
