import * as v from 'valibot';
import { type EndpointDoc, json, named, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { listDoc, readDoc } from '../../api/resource-docs.ts';
import { Diagnostic } from '../domain/diagnostics.ts';
import { Pins } from '../domain/pins.ts';
import { ResolvedWorkflow } from '../domain/resolved-workflow.ts';
import { EXAMPLE_PINS, EXAMPLE_WORKFLOW } from './workflow-example.ts';

const Workflow = named(
  'ResolvedWorkflow',
  v.object({ ...ResolvedWorkflow.entries, created_at: Time, links: v.object({ self: v.string() }) }),
);

const ByDigest = v.object({ workflow_version_digest: Digest });
const digest: ParameterDocs = {
  digest: {
    schema: Digest,
    description: 'Digest of a workflow version; the colon may be written `%3A`.',
    example: EXAMPLE_WORKFLOW.workflow_version_digest,
  },
};
const READING = ['invalid_json', 'payload_too_large', 'validation_failed', 'invalid_digest'] as const;

/** API documentation of resolving a workflow version (spec 4.10, evaluation 3.6). */
export const resolveDoc: EndpointDoc = {
  id: 'resolveWorkflow',
  tag: 'Workflows',
  summary: 'Fix five manifests as a workflow version',
  description:
    'The digest follows from the five pins alone: clients can compute it offline. Digests that the service does not know are accepted; the answer says what is known, how far a run can be repeated, and whether a host can run it. To resolve the same pins again answers the same version, with the `created_at` of the first time.',
  request: json(Pins, EXAMPLE_PINS),
  responses: { 200: json(Workflow, EXAMPLE_WORKFLOW) },
  refusals: problemDocs(...READING),
};

/** API documentation of reading a workflow version (evaluation 3.6). */
export const readWorkflowDoc = readDoc(Workflow, EXAMPLE_WORKFLOW, {
  id: 'readWorkflow',
  tag: 'Workflows',
  summary: 'One workflow version, with what is known of it now',
  params: digest,
  refusals: problemDocs('workflow_version_not_found'),
});

/** API documentation of listing workflow versions (evaluation 3.6). */
export const listWorkflowsDoc = listDoc(Workflow, EXAMPLE_WORKFLOW, {
  id: 'listWorkflows',
  tag: 'Workflows',
  summary: 'Workflow versions, newest first',
  refusals: problemDocs('invalid_cursor'),
});

/** API documentation of validating a workflow version (evaluation 3.6). */
export const validateWorkflowDoc: EndpointDoc = {
  id: 'validateWorkflow',
  tag: 'Workflows',
  summary: 'Check a workflow version strictly, and keep nothing',
  description:
    'Takes the body of `resolve`, or the digest of a version that was resolved. `valid` is false as soon as one diagnostic is an error. Pointers begin with the component and go on inside its manifest.',
  request: json(v.union([Pins, ByDigest]), EXAMPLE_PINS),
  responses: {
    200: json(named('WorkflowValidation', v.object({ valid: v.boolean(), diagnostics: v.array(Diagnostic) })), {
      valid: false,
      diagnostics: [
        {
          severity: 'error',
          code: 'FRAMEWORK_MISMATCH',
          pointer: '#/runner/framework',
          detail: 'the runner and the definition have different frameworks',
        },
      ],
    }),
  },
  refusals: problemDocs(...READING, 'workflow_version_not_found'),
};
