import type { Socket } from 'node:net';
import { type Served, serveMessages } from '../wire/serve-messages.ts';
import { errorBytes } from './resp-json.ts';
import { type Resp, respReader } from './resp-reader.ts';

const TOO_LARGE = errorBytes('ERR replay: a command is larger than what is recorded');

/** Serves a client that sends values; refuses one that is too large as soon as it says so. */
export const serveValues = (
  client: Socket,
  maxBytes: number,
  handle: (value: Resp) => Promise<Served>,
): Promise<void> =>
  serveMessages<Resp | null>(
    client,
    (onValue) => respReader({ maxBytes, takesInline: true, onTooLarge: () => onValue(null) }, onValue),
    Buffer.alloc(0),
    async (value) => (value === null ? { answers: [TOO_LARGE], isLast: true } : handle(value)),
  );
