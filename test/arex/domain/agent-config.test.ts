import { describe, expect, test } from 'vitest';
import { agentConfig, configuredAt } from '../../../functions/arex/domain/agent-config.ts';

describe('the configuration of an AREX agent', () => {
  test('records and replays all day at the rate of its application, and repeats the address of the agent', () => {
    const { responseStatusType, body } = agentConfig({ appId: 'shop', host: '10.0.0.7' }, 25, 1_700_000_000_000);
    expect(responseStatusType).toEqual({ responseCode: 0, responseDesc: 'success', timestamp: 1_700_000_000_000 });
    expect(body).toMatchObject({ status: 3, agentEnabled: true, message: '10.0.0.7' });
    expect(body.serviceCollectConfiguration).toMatchObject({
      appId: 'shop',
      sampleRate: 25,
      allowDayOfWeeks: 0b1111111,
      allowTimeOfDayFrom: '00:00',
      allowTimeOfDayTo: '23:59',
      timeMock: true,
    });
  });

  test('has another Last-Modified for each rate, as a date of HTTP', () => {
    const all = Array.from({ length: 101 }, (_, rate) => configuredAt(rate));
    expect(new Set(all).size).toBe(101);
    for (const date of all) expect(new Date(date).toUTCString()).toBe(date);
    expect(configuredAt(60)).toBe(configuredAt(60));
  });
});
