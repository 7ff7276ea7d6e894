import { html } from 'hono/html';
import type { EndpointPlace } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { FindingsInterface } from '../../../findings/domain/findings.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { cutText } from '../../../platform/pages-shell/texts.ts';

const MAX_LENGTH = 160;

/** An endpoint of a finding as `METHOD /path`; its name may begin with the method (setting operationNaming). */
export function placeName(
  place: Pick<FindingsInterface, 'operationName' | 'methods'> | Pick<EndpointPlace, 'operationName' | 'method'>,
): Html {
  const { operationName } = place;
  const methods = 'method' in place ? (place.method === null ? [] : [place.method]) : (place.methods ?? []);
  const [method] = methods;
  const path =
    method && operationName.startsWith(`${method} `) ? operationName.slice(method.length + 1) : operationName;
  return html`${endpointName(methods.length > 0 ? methods.join(', ') : null, cutText(path, MAX_LENGTH))}`;
}
