import { expect, test } from 'vitest';
import { offersGuests } from '../../../functions/login/domain/guest-offer.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';

test.for<[env: Record<string, string>, isLocal: boolean, offered: boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ SVC_GUEST_LOGIN: 'on' }, true, true],
  [{ SVC_GUEST_LOGIN: 'on' }, false, true],
  [{ SVC_GUEST_LOGIN: 'off' }, true, false],
  [{ HOST: '0.0.0.0' }, true, false],
  [{ HOST: '0.0.0.0', SVC_GUEST_LOGIN: 'on' }, false, true],
])('offersGuests for %j on this machine (%s) returns %s', ([env, isLocal, offered]) => {
  expect(offersGuests(standaloneConfig(env), { isLocal })).toBe(offered);
});
