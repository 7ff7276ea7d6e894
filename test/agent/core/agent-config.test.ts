import { describe, expect, test } from 'vitest';
import { parseAgentConfig } from '../../../agent/core/agent-config.ts';

const NEEDED = { SVC_URL: 'http://127.0.0.1:8090', REPLAY_APP: 'shop' };

describe('parseAgentConfig', () => {
  test('returns the defaults where only the required variables are set', () => {
    expect(parseAgentConfig(NEEDED)).toMatchObject({
      mode: 'record',
      waitMs: 50,
      key: null,
      sample: 1,
      samplePerMinute: 600,
      maxBodyBytes: 1024 * 1024,
      sealKey: null,
      clock: 'real',
      random: 'real',
      onAway: 'fail',
      spoolDir: null,
    });
  });

  test.for<[mode: string, waitMs: number]>([
    ['record', 50],
    ['both', 50],
    ['replay', 2000],
  ])('sets in mode %s a wait of at most %i ms for the service', ([mode, waitMs]) => {
    expect(parseAgentConfig({ ...NEEDED, REPLAY_MODE: mode }).waitMs).toBe(waitMs);
  });

  test('reads the older names of address and key where the newer ones are not set', () => {
    const older = { REPLAY_SERVICE: 'http://old.example', REPLAY_KEY: 'older', REPLAY_APP: 'shop' };
    expect(parseAgentConfig(older)).toMatchObject({ service: new URL('http://old.example'), key: 'older' });
    const newer = { ...older, SVC_URL: 'http://new.example', SVC_TOKEN: 'newer' };
    expect(parseAgentConfig(newer)).toMatchObject({ service: new URL('http://new.example'), key: 'newer' });
  });

  test('splits lists at their commas', () => {
    const config = parseAgentConfig({
      ...NEEDED,
      REPLAY_REDACT: 'X-Customer, iban',
      REPLAY_TARGETS: 'db=DB.internal:5432, stock=stock.internal',
    });
    expect([...config.redact]).toEqual(['x-customer', 'iban']);
    expect([...config.targets]).toEqual([
      ['db.internal:5432', 'db'],
      ['stock.internal', 'stock'],
    ]);
  });

  test.for<[mode: string, clock: string]>([
    ['record', 'real'],
    ['both', 'real'],
    ['replay', 'recorded'],
  ])('turns REPLAY_CLOCK=recorded in mode %s into a %s clock', ([mode, clock]) => {
    expect(parseAgentConfig({ ...NEEDED, REPLAY_MODE: mode, REPLAY_CLOCK: 'recorded' }).clock).toBe(clock);
  });

  test.for<[name: string, value: string]>([
    ['SVC_URL', 'ftp://x'],
    ['SVC_URL', ''],
    ['REPLAY_APP', ''],
    ['REPLAY_MODE', 'all'],
    ['REPLAY_WAIT_MS', '0'],
    ['REPLAY_WAIT_MS', '5001'],
    ['REPLAY_SAMPLE', '1.1'],
    ['REPLAY_SAMPLE', '-0.1'],
    ['REPLAY_SAMPLE_PER_MINUTE', '10000001'],
    ['REPLAY_MAX_BODY_KIB', '4097'],
    ['REPLAY_QUEUE_MIB', '0'],
    ['REPLAY_QUEUE_MIB', '1025'],
    ['REPLAY_SPOOL_MIB', '0'],
    ['REPLAY_TARGETS', 'db'],
    ['REPLAY_CLOCK', 'fast'],
    ['REPLAY_RANDOM', 'yes'],
    ['REPLAY_ON_AWAY', 'wait'],
  ])('refuses %s=%s and names the variable', ([name, value]) => {
    expect(() => parseAgentConfig({ ...NEEDED, [name]: value })).toThrow(name);
  });

  test.for<[name: string, value: string]>([
    ['REPLAY_SAMPLE', '0'],
    ['REPLAY_SAMPLE_PER_MINUTE', '10000000'],
    ['REPLAY_MAX_BODY_KIB', '4096'],
    ['REPLAY_QUEUE_MIB', '1024'],
    ['REPLAY_SPOOL_MIB', '1'],
    ['REPLAY_WAIT_MS', '1'],
    ['REPLAY_WAIT_MS', '5000'],
  ])('accepts %s=%s', ([name, value]) => {
    expect(() => parseAgentConfig({ ...NEEDED, [name]: value })).not.toThrow();
  });
});
