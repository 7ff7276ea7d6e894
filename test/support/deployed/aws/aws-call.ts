import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A call of a client of AWS. */
export interface AwsCall {
  /** The access key id that signed it: the name of a function. */
  caller: string;
  /** Of the scope of its signature: `dynamodb`, `s3`. */
  service: string;
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  /** The operation of a protocol that names it in a header, without the name of the service: `GetItem`. */
  operation: string;
}

/** An answer of a stand-in. */
export interface AwsAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

/** An error as AWS answers it; clients throw it by its name. */
export class AwsError extends Error {
  readonly status: number;

  constructor(name: string, status = 400) {
    super(name);
    this.name = name;
    this.status = status;
  }
}

const HEADER = /Credential=([^/]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/;

/** Who calls which service, from the signature in a header or in the query. Signatures are not verified. */
export async function awsCall(request: IncomingMessage): Promise<AwsCall> {
  const url = new URL(request.url ?? '/', 'http://aws');
  const scope = request.headers.authorization ?? `Credential=${url.searchParams.get('X-Amz-Credential') ?? ''}`;
  const [, caller, service] = HEADER.exec(scope) ?? [];
  if (caller === undefined || service === undefined) throw new AwsError('MissingAuthenticationToken', 403);
  const target = request.headers['x-amz-target'];
  const operation = typeof target === 'string' ? target.slice(target.indexOf('.') + 1) : '';
  return { caller, service, request, url, body: await buffer(request), operation };
}

/** The JSON of a call, which its own client wrote. */
export const jsonOf = ({ body }: AwsCall): ReturnType<typeof JSON.parse> => JSON.parse(body.toString());

export const jsonAnswer = (value: unknown): AwsAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(value),
});

export function writeAnswer(response: ServerResponse, { status, headers = {}, body = '' }: AwsAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}
