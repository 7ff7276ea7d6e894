import { lookup } from 'node:dns/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach } from 'vitest';
import { IN_CLEAR } from '../../../cli/record/kept-credentials.ts';
import { openRecorder, type Recorder, type RecorderOptions } from '../../../cli/record/open-recorder.ts';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { TAKE_EVERYTHING } from '../../../functions/recordings/domain/filter/exchange-filter.ts';
import type { Destinations } from '../../../proxies/http/destinations.ts';

/** Connects to any destination. */
export const ANYWHERE: Destinations = {
  policy: egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] }),
  lookup: (name) => lookup(name, { all: true }),
};

/** A recorder in this process whose cases stay in memory. */
export interface StagedRecorder {
  recorder: Recorder;
  base: string;
  downstreamBase: string;
  /** The recorded cases, parsed. */
  cases: { request: { path: string }; calls: unknown[]; response: { status: number; body: string | null } }[];
}

/** Opens recorders and targets that end with the test. */
export function recorderStage() {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function listen(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket));
    cleanUps.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // the server listens on TCP
  }

  const target = (answer: RequestListener): Promise<string> => listen(createServer(answer));

  async function record(url: string, options: Partial<RecorderOptions> = {}): Promise<StagedRecorder> {
    const cases: StagedRecorder['cases'] = [];
    const recorder = openRecorder({
      appId: 'shop',
      target: new URL(url),
      destinations: ANYWHERE,
      downstream: new Map(),
      tags: {},
      maxBodyBytes: 1024 * 1024,
      kept: IN_CLEAR,
      filter: TAKE_EVERYTHING,
      sink: {
        put: (line) => cases.push(JSON.parse(line)) > 0,
        close: async () => {},
        counts: () => ({ stored: 0, rejected: 0, waiting: 0, unwritten: 0 }),
        failed: new Promise(() => {}),
      },
      noteStartup: () => {},
      now: Date.now,
      ...options,
    });
    const base = await listen(recorder.inbound);
    const downstreamBase = await listen(recorder.downstream);
    cleanUps.push(() => recorder.close());
    return { recorder, base, downstreamBase, cases };
  }

  /** Sends bytes and returns what comes back until the connection closes. */
  const raw = (base: string, bytes: string | Buffer): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(base);
      let answer = '';
      const socket = connect(Number(port), hostname);
      cleanUps.push(() => void socket.destroy());
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
      });
      socket.on('error', () => {}).once('close', () => resolve(answer));
      socket.write(bytes);
    });

  return { cleanUps, listen, target, record, raw };
}
