import type { Socket } from 'node:net';
import type { DownstreamOptions } from '../downstream.ts';
import { callCorrelation } from '../wire/call-correlation.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { relay } from '../wire/relay.ts';
import { reachRedis } from './reach-redis.ts';
import { connectionRecorder } from './record-connection.ts';
import { errorBytes } from './resp-json.ts';
import { respReader } from './resp-reader.ts';

/** What the connections of one downstream share. */
export interface SharedParts {
  options: DownstreamOptions;
  noter: CallNoter;
  sayOnce(text: string): void;
}

/** Passes a connection on to the real server and records it. */
export async function passConnection(client: Socket, { options, noter, sayOnce }: SharedParts): Promise<void> {
  client.pause();
  const server = await reachRedis(options.url);
  if (server === null) {
    sayOnce('the real server was not reached');
    client.end(errorBytes('ERR replay record: the real server was not reached'));
    return;
  }
  if (client.destroyed) {
    server.destroy();
    return;
  }
  const recorder = connectionRecorder(noter, callCorrelation(options.correlate), sayOnce);
  const maxBytes = options.maxBodyBytes;
  relay(
    client,
    server,
    {
      fromClient: respReader({ maxBytes, takesInline: true }, recorder.fromClient).read,
      fromServer: respReader({ maxBytes }, recorder.fromServer).read,
      end: recorder.end,
    },
    () => sayOnce('a connection could not be followed; it continues without being recorded'),
  );
}
