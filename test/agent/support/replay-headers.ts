import { type ReplayKey, replaySignature, signingKeyOf } from '../../../functions/mocks/domain/replay-key.ts';

/** The key of the fake service. */
export const TEST_REPLAY_KEY: ReplayKey = { keyId: '1', key: Buffer.alloc(32, 7).toString('base64url') };

/** Adds the signature of the fake service to headers of a replay; other headers stay as they are. */
export function signedHeaders(method: string, path: string, headers: Record<string, string>): Record<string, string> {
  const { 'x-replay-id': replayId, 'x-replay-mock': mock = 'on' } = headers;
  if (replayId === undefined) return headers;
  const facts = { replayId, method, path, time: Date.now(), mock };
  return {
    ...headers,
    'x-replay-mock': mock,
    'x-replay-signature': replaySignature(facts, signingKeyOf(TEST_REPLAY_KEY)),
  };
}
