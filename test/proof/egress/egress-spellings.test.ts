import { describe, expect, test } from 'vitest';
import { measured } from '../measured.ts';
import { DENIED_ANSWERS, DENIED_SPELLINGS } from './denied-spellings.ts';
import { recordingClient } from './recording-client.ts';

const PUBLIC = '93.184.216.34';
const REFUSED = { kind: 'connection-failure' };

describe('spellings of denied addresses (docs/egress.md)', () => {
  test('are at least 300', (context) => {
    measured(context, 'spellings of denied addresses', DENIED_SPELLINGS.length);
    expect(DENIED_SPELLINGS.length).toBeGreaterThanOrEqual(300);
  });

  test('are never connected to if every name resolves to loopback', async (context) => {
    const { http, send, connected } = recordingClient(() => ['127.0.0.1']);
    const answered = await Promise.all(
      DENIED_SPELLINGS.map(async (url) => ({ url, sent: await send(url), denial: await http.denial(url) })),
    );
    measured(context, 'spellings that were connected to', connected.length);
    expect(connected).toEqual([]);
    expect(answered.filter(({ sent, denial }) => sent.kind !== REFUSED.kind || denial === null)).toEqual([]);
  });

  test('leave allowed addresses to the same client', async () => {
    const { send, connected } = recordingClient(() => [PUBLIC]);
    await send('http://shop.test/');
    await send('http://10.0.0.5/');
    expect(connected).toEqual([PUBLIC, '10.0.0.5']);
  });
});

describe('answers of a resolver', () => {
  test('deny the name with one denied address in any position', async (context) => {
    for (const address of DENIED_ANSWERS)
      for (const answers of [[address], [address, PUBLIC], [PUBLIC, address], [PUBLIC, address, PUBLIC]]) {
        const { send, connected } = recordingClient(() => answers);
        expect(await send('http://mixed.test/'), answers.join()).toMatchObject(REFUSED);
        expect(connected, answers.join()).toEqual([]);
      }
    measured(context, 'denied answers of a resolver', DENIED_ANSWERS.length);
  });

  test('are not used if they change after the check', async () => {
    for (const address of DENIED_ANSWERS) {
      const { http, send, connected } = recordingClient((_, turn) => (turn === 1 ? [PUBLIC] : [address]));
      expect(await http.denial('http://rebound.test/')).toBeNull();
      expect(await send('http://rebound.test/'), address).toMatchObject(REFUSED);
      expect(connected, address).toEqual([]);
    }
  });
});
