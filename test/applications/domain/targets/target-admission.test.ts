import { describe, expect, test } from 'vitest';
import {
  isLoopbackOrigin,
  targetAdmission,
} from '../../../../functions/applications/domain/targets/target-admission.ts';

const LISTED = 'https://staging.shop.example';
const LOOPBACK = 'http://127.0.0.1:8080';
const FOREIGN = 'https://evil.example';

describe('the permission of a run to send credentials (interface 14)', () => {
  test.each([
    // origin, only this machine reaches the service, the caller is known
    [LISTED, false, false, 'listed'],
    [LISTED, true, true, 'listed'],
    [FOREIGN, true, true, null],
    [FOREIGN, false, false, null],
    [LOOPBACK, true, true, 'loopback'],
    [LOOPBACK, true, false, null],
    [LOOPBACK, false, true, null],
    ['http://localhost:8080', true, true, 'loopback'],
    ['http://[::1]:8080', true, true, 'loopback'],
  ])(
    'depends on target, loopback and caller: %s, loopback only %s, known caller %s gives %s',
    async (origin, isLoopbackOnly, isKnown, admission) => {
      const addresses = [LISTED];
      expect(await targetAdmission({ origin, addresses, isLoopbackOnly, isKnownCaller: () => isKnown })).toBe(
        admission,
      );
    },
  );

  test.each([
    ['a listed target', LISTED, true],
    ['a foreign target', FOREIGN, true],
    ['loopback of a service that others reach', LOOPBACK, false],
  ])('does not depend on the caller for %s', async (_, origin, isLoopbackOnly) => {
    const isKnownCaller = () => {
      throw new Error('looked up');
    };
    await expect(targetAdmission({ origin, addresses: [LISTED], isLoopbackOnly, isKnownCaller })).resolves.not.toBe(
      'loopback',
    );
  });

  test.each([
    ['http://127.0.0.2', true],
    ['https://localhost', true],
    ['http://localhost.evil.example', false],
    ['http://evil.localhost:80', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://128.0.0.1', false],
    ['http://0.0.0.0', false],
    ['http://[::ffff:7f00:1]', false],
    ['http://[::2]', false],
  ])('recognises loopback origins: %s is one: %s', (origin, isLoopback) =>
    expect(isLoopbackOrigin(origin)).toBe(isLoopback),
  );
});
