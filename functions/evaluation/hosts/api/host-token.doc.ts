import * as v from 'valibot';
import { answers, docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { Count } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { HOST_SCOPE } from '../../../platform/values/scope.ts';

/** Media type of OAuth token requests. */
export const FORM = 'application/x-www-form-urlencoded';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Body of POST /hosts/token (RFC 7523), as a form or as JSON. */
export const TokenBody = named(
  'HostAssertion',
  v.object({ grant_type: v.optional(v.literal(JWT_BEARER)), assertion: v.pipe(v.string(), v.nonEmpty()) }),
);

/** Assertion used in the examples. @internal */
export const ASSERTION_EXAMPLE = 'eyJhbGciOiJFZERTQSJ9.assertion.signature';

/** What the OpenAPI document says of tokens of hosts (evaluation 3.11). */
export const hostTokenDocs = docs('Evaluation hosts', {
  hostToken: {
    summary: 'Get a token for a federated worker',
    description: `\`assertion\` is a JWT signed by a key of the host (Ed25519; \`alg\` EdDSA or Ed25519). \`iss\` and \`sub\` are its host_id. \`aud\` is the address of this
endpoint and nothing else. \`exp\` is at most 60 seconds after \`iat\`, and \`jti\` is used once. Every invalid assertion gets the same response.`,
    request: {
      ...json(TokenBody, { assertion: ASSERTION_EXAMPLE }),
      [FORM]: { schema: TokenBody, example: { grant_type: JWT_BEARER, assertion: ASSERTION_EXAMPLE } },
    },
    responses: answers(
      v.object({
        access_token: v.string(),
        token_type: v.literal('Bearer'),
        expires_in: Count,
        scope: v.literal(HOST_SCOPE),
      }),
      {
        access_token: 'eyJhbGciOiJFUzI1NiJ9.token.signature',
        token_type: 'Bearer',
        expires_in: 900,
        scope: HOST_SCOPE,
      },
    ),
    refusals: problemDocs('invalid_json', 'unauthenticated', 'unsupported_media_type', 'validation_failed'),
  },
});
