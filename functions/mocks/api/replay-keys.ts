import { isAppId } from '../../applications/domain/app-id.ts';
import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { GatewayServices, MockServices } from '../composition.ts';
import { replayKeyDocs } from './replay-keys.doc.ts';

/** Returns the keys by which agents of an application know requests of the service (docs/node-agent.md). */
export const readReplayKeys: Endpoint<Pick<MockServices, 'replayKeys'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/apps/{appId}/replay-keys',
  scope: 'agent',
  errors: plainErrors,
  doc: replayKeyDocs.readReplayKeys,

  async answer({ params: { appId = '' } }, { replayKeys }) {
    if (!isAppId(appId)) return badParameter('appId');
    return ok({ keys: await replayKeys.verifying(appId) });
  },
});

/** Makes a new key for the signatures of replayed requests. */
export const rotateReplayKeys: Endpoint<Pick<GatewayServices, 'replayKeys' | 'audit'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/replay-keys/rotation',
  scope: 'admin',
  audits: 'key.rotated',
  errors: plainErrors,
  doc: replayKeyDocs.rotateReplayKeys,

  async answer({ caller }, { replayKeys, audit }) {
    const { number, signsAt } = await replayKeys.rotate();
    await audit.note(caller, 'key.rotated', { keyId: `replays-${number}` });
    return ok({ number, signsAt: isoText(signsAt) });
  },
});
