import { CliFailure } from './cli-failure.ts';

/** The value that openapi-fetch resolves with. */
interface FetchResult<D> {
  data?: D;
  error?: unknown;
  response: Response;
}

/** Returns the data of a response; if the service refused, throws a CliFailure that advises what to do. */
export async function responseData<D>(call: Promise<FetchResult<D>>): Promise<NonNullable<D>> {
  const { data, error, response } = await call.catch((fault: unknown) => {
    if (fault instanceof SyntaxError) throw notOurs(200);
    throw fault;
  });
  if (response.ok && data !== undefined && data !== null) return data;
  throw refusalOf(response, error);
}

/** Like `answered`, for HTTP 200 responses that may carry an errorCode (spec 4). */
export async function acceptedData<D extends { errorCode: string | null; errorMessage: string | null }>(
  call: Promise<FetchResult<D>>,
): Promise<NonNullable<D>> {
  const data = await responseData(call);
  if (data.errorCode !== null) throw new CliFailure(data.errorCode, data.errorMessage ?? 'the service refused', null);
  return data;
}

/** Returns the content of the envelope of 4.7 and 4.8; throws unless it reports success. */
export async function envelopeBody<B>(
  call: Promise<FetchResult<{ responseStatusType: { responseCode: number; responseDesc: string }; body?: B }>>,
): Promise<NonNullable<B>> {
  const { responseStatusType, body } = await responseData(call);
  if (responseStatusType.responseCode !== 0 || body === undefined || body === null) {
    throw new CliFailure('REFUSED', responseStatusType.responseDesc);
  }
  return body;
}

/** Code of a request that is larger than the service, or what stands in front of it, accepts. */
export const PAYLOAD_TOO_LARGE = 'PAYLOAD_TOO_LARGE';

function refusalOf({ status, url, headers }: Response, error: unknown): CliFailure {
  const body = typeof error === 'object' && error !== null ? error : {};
  const desc = 'responseStatusType' in body ? descOf(body.responseStatusType) : null;
  if (status === 401 && /^basic\b/i.test(headers.get('www-authenticate') ?? '')) {
    return new CliFailure(
      'PASSWORD_NEEDED',
      'there is a login password in front of the service, and the one given is not it',
      'Put it into the address: SVC_URL=https://user:password@host.',
    );
  }
  if (status === 401 && isOfOpenApi(url)) {
    return new CliFailure(
      'OPEN_API_TOKEN_NEEDED',
      'the Open API of the service asks for a token, and the one given is not it',
      'Set SVC_OPENAPI_TOKEN to the token that the service was started with, or give it by --token.',
    );
  }
  if (status === 401) {
    return new CliFailure(
      'NOT_LOGGED_IN',
      'the service does not accept the credential, or asks for one',
      'Run `replay login`, or set SVC_TOKEN to an API key or an access token.',
    );
  }
  if (status === 403 && (desc !== null || ('code' in body && body.code === 'forbidden'))) {
    return new CliFailure(
      'NOT_ALLOWED',
      'the credential does not have this right',
      'Log in as a user who has it (`replay login`; guests only read), use an API key with its scope, or ask an admin.',
    );
  }
  if (status === 413)
    return new CliFailure(
      PAYLOAD_TOO_LARGE,
      'the service does not accept a request this large',
      'Send less per request.',
    );
  // Business errors have status 200, so the Open API returns 404 for nothing else (spec 1).
  if (status === 404 && isOfOpenApi(url)) {
    return new CliFailure(
      'OPEN_API_OFF',
      'there is no Open API at this address',
      'Set SVC_REPLAY_OPENAPI=true at the service and restart it, or give another --url.',
    );
  }
  if ('errorCode' in body && 'errorMessage' in body) {
    return new CliFailure(String(body.errorCode), String(body.errorMessage));
  }
  if ('code' in body && 'detail' in body)
    return new CliFailure(String(body.code), [String(body.detail), ...membersOf(body)].join('\n  '));
  if (desc !== null) return new CliFailure('REFUSED', desc);
  return notOurs(status);
}

const isOfOpenApi = (url: string): boolean => new URL(url || 'http://none/').pathname.includes('/openapi/v1/');

/** The members of the body that the service rejected (RFC 9457), one line each. */
function membersOf(problem: object): string[] {
  const errors: unknown[] = 'errors' in problem && Array.isArray(problem.errors) ? problem.errors : [];
  return errors.flatMap((one) =>
    typeof one === 'object' && one !== null && 'pointer' in one && 'detail' in one
      ? [`${String(one.pointer)} ${String(one.detail)}`]
      : [],
  );
}

const descOf = (status: unknown): string | null =>
  typeof status === 'object' && status !== null && 'responseDesc' in status ? String(status.responseDesc) : null;

const notOurs = (status: number) =>
  new CliFailure(
    'NOT_THE_SERVICE',
    `something else than the service answers at this address (HTTP ${status})`,
    'Check --url or SVC_URL.',
  );
