import { html } from 'hono/html';
import type { CountedEndpoint } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { FindingsInterface } from '../../../findings/domain/findings.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { cutText } from '../../../platform/pages-shell/texts.ts';

const MAX_LENGTH = 160;

/** An endpoint of a finding as `METHOD /path`; its name may begin with the method (setting operationNaming). */
export function shownEndpoint(
  endpoint: Pick<FindingsInterface, 'operationName' | 'methods'> | Pick<CountedEndpoint, 'operationName' | 'method'>,
): Html {
  const { operationName } = endpoint;
  const methods = 'method' in endpoint ? (endpoint.method === null ? [] : [endpoint.method]) : (endpoint.methods ?? []);
  const [method] = methods;
  const path =
    method && operationName.startsWith(`${method} `) ? operationName.slice(method.length + 1) : operationName;
  return html`${endpointName(methods.length > 0 ? methods.join(', ') : null, cutText(path, MAX_LENGTH))}`;
}
