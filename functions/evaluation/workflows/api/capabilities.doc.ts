import { answers, docs } from '../../../platform/http/documents/endpoint-doc.ts';
import { CAPABILITIES_EXAMPLE, ShownCapabilities } from './shown-capabilities.ts';

/** What the OpenAPI document says of the capabilities of the managed host. */
export const capabilityDocs = docs('Workflows', {
  readEvaluationCapabilities: {
    summary: 'Read the capabilities of hosts and the built-in runners',
    responses: answers(ShownCapabilities, CAPABILITIES_EXAMPLE),
  },
});
