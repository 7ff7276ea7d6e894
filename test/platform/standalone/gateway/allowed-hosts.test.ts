import { describe, expect, test } from 'vitest';
import { allowedHosts } from '../../../../functions/platform/standalone/gateway/allowed-hosts.ts';

const LISTENING = {
  host: '127.0.0.1',
  basicAuth: null,
  publicUrl: 'https://replay.internal/',
  allowedHosts: ['replay.example', 'fd00::7'],
};
const HOSTS = ['127.0.0.1', 'localhost', '0.0.0.0', '::', '10.0.0.5', 'build-7'];

describe('allowedHosts, for every HOST', () => {
  test.for<[string, boolean]>([
    ['127.0.0.1:8090', true],
    ['localhost:8090', true],
    ['LOCALHOST', true],
    ['localhost.', true],
    ['shop.localhost', true],
    ['[::1]:8090', true],
    ['replay.internal', true],
    ['replay.internal.:8090', true],
    ['replay.example:8090', true],
    ['[fd00::7]:8090', true],
    ['10.0.0.5:8090', true],
    ['evil.test', false],
    ['evil.test:8090', false],
    ['127.0.0.1.evil.test', false],
    ['localhost.evil.test', false],
    ['replay.internal.evil.test', false],
    ['10.0.0.5.evil.test', false],
    ['user@evil.test', false],
    ['10.0.0.6', false],
    ['', false],
    ['a b', false],
  ])('accepts %j: %s', ([asked, isServed]) => {
    for (const host of HOSTS) {
      const isAllowed = allowedHosts({ ...LISTENING, host });
      expect(isAllowed(asked, '10.0.0.5'), host).toBe(isServed);
      expect(isAllowed(asked, '::ffff:10.0.0.5'), host).toBe(isServed);
    }
  });

  test('accepts an address only if the connection arrived at it', () => {
    const isAllowed = allowedHosts({ ...LISTENING, host: '0.0.0.0' });
    expect([isAllowed('10.0.0.5', '10.0.0.6'), isAllowed('10.0.0.5', undefined)]).toEqual([false, false]);
    expect([isAllowed('[fd00::5]', 'fd00:0::5'), isAllowed('10.0.0.5', '10.0.0.5')]).toEqual([true, true]);
  });

  test('accepts HOST as a name', () => {
    expect(allowedHosts({ ...LISTENING, host: 'build-7' })('build-7:8090', '10.0.0.6')).toBe(true);
    expect(allowedHosts(LISTENING)('build-7:8090', '10.0.0.6')).toBe(false);
  });

  test('accepts every name if a password is required', () => {
    expect(allowedHosts({ ...LISTENING, basicAuth: {} })('forward.example', '10.0.0.5')).toBe(true);
  });
});
