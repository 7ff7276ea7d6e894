import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AwsAnswer, type AwsCall, AwsError, awsCall, writeAnswer } from './aws-call.ts';

/** Answers calls of one service. */
export interface AwsService {
  answer(call: AwsCall): Promise<AwsAnswer>;
}

/** One address for all of AWS: clients say in their signatures which service they call. */
export async function frontDoor() {
  const services = new Map<string, AwsService>();
  const faults: unknown[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let isXml = false;
    try {
      const call = await awsCall(request);
      isXml = call.service === 's3';
      const service = services.get(call.service);
      if (service === undefined) throw new AwsError('UnknownService', 404);
      writeAnswer(response, await service.answer(call));
    } catch (cause) {
      if (!(cause instanceof AwsError)) faults.push(cause);
      const { name, status } = cause instanceof AwsError ? cause : new AwsError('InternalFailure', 500);
      writeAnswer(response, isXml ? xmlError(name, status) : jsonError(name, status));
    }
  }

  const server = createServer((request, response) => {
    // The answer to a client that has gone.
    serve(request, response).catch(() => response.destroy());
  });
  // Clients in frozen processes keep their connections.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    endpoint: `http://127.0.0.1:${port}`,
    services,
    /** What the stand-ins could not do: not an answer of AWS. */
    faults: faults as readonly unknown[],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const jsonError = (name: string, status: number): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': name },
  body: JSON.stringify({ __type: name, message: name }),
});

const xmlError = (name: string, status: number): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${name}</Code><Message>${name}</Message></Error>`,
});
