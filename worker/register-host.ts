import * as v from 'valibot';
import { type HostIdentity, identityIn, keepIdentity, keyidOf } from './host-identity.ts';
import { readAnswer } from './service-client.ts';

const Registered = v.object({ host_id: v.string() });

export interface Registration {
  url: string;
  /** File of the private key. */
  keyFile: string;
  /** Null: the host has to be registered already. */
  apiKey: string | null;
  name: string;
  runners: readonly string[];
  capabilities: readonly string[];
  residency: string | null;
}

/**
 * Returns the identity of this worker; registers it with an API key (scope `eval:admin`) the first time that its key is
 * used.
 */
export async function registeredHost(asked: Registration): Promise<HostIdentity> {
  const key = await identityIn(asked.keyFile);
  const keyid = await keyidOf(key);
  if (key.host_id !== undefined) return { host_id: key.host_id, keyid, key };
  if (asked.apiKey === null)
    throw new Error('the key is not registered: set REPLAY_API_KEY once, to a key with the right eval:admin');
  const answer = await fetch(`${asked.url}/api/v1/eval/hosts`, {
    method: 'POST',
    headers: { 'x-api-key': asked.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: asked.name,
      public_key_jwk: { kty: key.kty, crv: key.crv, x: key.x },
      capabilities: asked.capabilities,
      protocol: { min: 1, max: 1 },
      runner_versions: asked.runners,
      ...(asked.residency !== null && { residency: asked.residency }),
    }),
  });
  const { host_id } = v.parse(Registered, await readAnswer(answer));
  const registered = { ...key, host_id };
  keepIdentity(asked.keyFile, registered);
  return { host_id, keyid, key: registered };
}
