import * as v from 'valibot';
import { ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { isError } from '../../domain/workflows/diagnostics.ts';
import type { ResolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';
import { parsePins } from './pins-input.ts';
import { workflowDocs } from './workflows.doc.ts';

const ByDigest = v.object({ workflow_version_digest: Digest });

/** Strict check: whether a workflow version could run, with all diagnostics. Stores nothing (evaluation 3.6). */
export const validateWorkflow = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/workflows/validate',
  scope: 'eval:read',
  body: EVALUATION_BODY,
  doc: workflowDocs.validateWorkflow,

  async answer({ body }, { evaluation: { workflowVersions } }: EvaluationUses<'workflowVersions'>) {
    if ('workflow_version_digest' in body) {
      const named = validateBody(ByDigest, body);
      if (!named.ok) return problemOf(named, { errors: named.errors });
      const workflow = await workflowVersions.find(named.value.workflow_version_digest);
      return workflow
        ? checked(workflow)
        : problem('workflow_version_not_found', 'there is no workflow version of this digest');
    }
    const pins = parsePins(body);
    if (!pins.ok) return problemOf(pins, { errors: pins.errors });
    return checked(await workflowVersions.look(pins.value));
  },
});

const checked = ({ diagnostics }: ResolvedWorkflow) => ok({ valid: !diagnostics.some(isError), diagnostics });
