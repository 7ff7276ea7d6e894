import * as v from 'valibot';
import type { ApiRequest, BodyRule } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { HOST_SCOPE } from '../../../platform/values/scope.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationServices } from '../../composition.ts';
import { HOST_TOKEN_MS } from '../../domain/hosts/host-token.ts';
import { HOST_TOKEN_PATH } from '../store/host-tokens.ts';
import { FORM, hostTokenDocs, TokenBody } from './host-token.doc.ts';

/** An assertion has at most 4 KiB. */
const TOKEN_BODY: BodyRule = { as: 'bytes', maxBytes: 16 * 1024 };

/**
 * Issues a token to a federated worker for an assertion signed with its key (RFC 7523, evaluation 3.11). Every refusal
 * is the same.
 */
export const hostToken = evaluationEndpoint({
  method: 'POST',
  path: HOST_TOKEN_PATH,
  scope: null,
  body: TOKEN_BODY,
  doc: hostTokenDocs.hostToken,

  async answer(request, { hostTokens }: Pick<EvaluationServices, 'hostTokens'>) {
    const sent = sentBy(request);
    if (!sent.ok) return problemOf(sent);
    const body = v.safeParse(TokenBody, sent.value);
    if (!body.success)
      return problem('validation_failed', 'An assertion and the grant_type for JWT bearers are required.');
    const access_token = await hostTokens.issue(body.output.assertion);
    if (access_token === null) return problem('unauthenticated', 'The assertion is invalid.');
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { access_token, token_type: 'Bearer', expires_in: HOST_TOKEN_MS / 1000, scope: HOST_SCOPE } as const,
    };
  },
});

/** Parses the body by its media type. */
function sentBy({
  headers,
  bytes,
}: Pick<ApiRequest, 'headers' | 'bytes'>): Result<unknown, 'unsupported_media_type' | 'invalid_json'> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === FORM) return accept(Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString())));
  if (type !== 'application/json')
    return refuse('unsupported_media_type', 'The content-type must be a form or application/json.');
  const json = jsonOf(bytes);
  return json === undefined ? refuse('invalid_json', 'The body is not readable JSON.') : accept(json);
}
