import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from '../../support/fakes/recorded-target.ts';

/** The address of the target, which the plans of kept directories name: loopback, and rarely used by anything else. */
const TARGET = { host: '127.77.18.3', port: 18_431 };
export const TARGET_URL = `http://${TARGET.host}:${TARGET.port}`;

export const RECORDED_TOKEN = 'Bearer 5f1c9be27a04d83b6e9f20c7';
export const ENVIRONMENT_KEY = 'staging-7d1e5b0a92c64f38';
export const PASSWORD = 'correct-horse-4b71';
const ISSUED_TOKEN = 'issued-e83b5d17c2904fa6';

/** The address of a target that is allowed after the upgrade. */
export const LATER = { host: '127.77.18.4', port: 18_431 };

/** A target that answers as it was recorded, and what it saw. */
export interface UnchangedTarget {
  /** Requests with an answer, by method and path. */
  answered: string[];
  /** Requests that lacked a credential. */
  refused: string[];
  /** Every request as it came: line, headers and body. */
  received: string[];
  /** Logins with the right password. */
  logins: number;
  close(): Promise<void>;
}

/** What every answer has: a value that is redacted, since it differs each time. */
export const bodyOf = (path: string) => ({
  path,
  total: path.length,
  stamp: randomUUID(),
  items: [{ name: 'first', token: randomUUID() }],
});

/**
 * Opens a target. Each request needs the recorded token, and the header that the settings of the application set. From
 * the `hold`th request on it does not answer.
 */
export function openUnchangedTarget({ hold = Number.POSITIVE_INFINITY, at = TARGET } = {}): Promise<UnchangedTarget> {
  const answered: string[] = [];
  const refused: string[] = [];
  const received: string[] = [];
  let logins = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, Buffer.concat(parts).toString(), response));
  });

  function answer({ method, url = '', headers }: IncomingMessage, body: string, response: ServerResponse): void {
    received.push(`${method} ${url} ${JSON.stringify(headers)} ${body}`);
    if (url === '/login') {
      const isRight = body.includes(PASSWORD);
      logins += Number(isRight);
      json(response, isRight ? { token: ISSUED_TOKEN } : {}, isRight ? 200 : 401);
      return;
    }
    const isKnown = headers.authorization === RECORDED_TOKEN || headers.authorization === `Bearer ${ISSUED_TOKEN}`;
    if (!isKnown || headers['x-environment-key'] !== ENVIRONMENT_KEY) {
      refused.push(`${method} ${url}`);
      json(response, {}, 401);
      return;
    }
    answered.push(`${method} ${url}`);
    if (answered.length < hold) json(response, bodyOf(url));
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () =>
      resolve({
        answered,
        refused,
        received,
        get logins() {
          return logins;
        },
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      }),
    );
  });
}
