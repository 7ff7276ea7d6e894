import * as v from 'valibot';
import { type HostIdentity, keyidOf, readIdentity, saveIdentity } from './host-identity.ts';
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
 * used, and follows no redirect with it.
 */
export async function registeredHost(registration: Registration): Promise<HostIdentity> {
  const key = await readIdentity(registration.keyFile);
  const keyid = await keyidOf(key);
  if (key.host_id !== undefined) return { host_id: key.host_id, keyid, key };
  if (registration.apiKey === null)
    throw new Error('the key is not registered: set SVC_TOKEN once, to a key with the scope eval:admin');
  const answer = await fetch(`${registration.url}/api/v1/eval/hosts`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-api-key': registration.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: registration.name,
      public_key_jwk: { kty: key.kty, crv: key.crv, x: key.x },
      capabilities: registration.capabilities,
      protocol: { min: 1, max: 1 },
      runner_versions: registration.runners,
      ...(registration.residency !== null && { residency: registration.residency }),
    }),
  });
  const { host_id } = v.parse(Registered, await readAnswer(answer));
  const registered = { ...key, host_id };
  saveIdentity(registration.keyFile, registered);
  return { host_id, keyid, key: registered };
}
