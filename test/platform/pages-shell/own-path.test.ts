import { describe, expect, test } from 'vitest';
import { ownPath } from '../../../functions/platform/pages-shell/own-path.ts';

describe('ownPath (interface 13)', () => {
  test.for([
    ['/console', '/console'],
    ['/console/logs?case=a&b=c', '/console/logs?case=a&b=c'],
    ['/report/65a1b2c3d4e5f60718293a4b', '/report/65a1b2c3d4e5f60718293a4b'],
    ['/console/../report/x', '/report/x'],
    ['/openapi', '/openapi'],
    ['/openapi/v1/replay-runs/x', '/console'],
    ['/openapi.json', '/console'],
    [null, '/console'],
    ['', '/console'],
    ['/', '/console'],
    ['/api/replays', '/console'],
    ['/consoles', '/console'],
    ['//evil.test/console', '/console'],
    ['/\\evil.test/console', '/console'],
    ['\t//evil.test/console', '/console'],
    ['/\t/evil.test/console', '/console'],
    ['https://evil.test/console', '/console'],
    ['javascript:alert(1)', '/console'],
    ['/console/../../evil', '/console'],
    ['/console/login', '/console'],
    ['/console/logout', '/console'],
  ])('leads %j to %s', ([wanted, path]) => {
    expect(ownPath(wanted ?? null)).toBe(path);
  });
});
