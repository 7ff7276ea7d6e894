import { spawn } from 'node:child_process';
import { generateKeyPair } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ALGORITHM, type PublicJwk } from '../../functions/recordings/domain/sealed/file-keys.ts';
import { freePort } from '../../test/support/free-port.ts';
import { temporaryDataDir } from '../../test/support/running-service.ts';
import { type Figure, figure } from '../support/figure.ts';
import { generateLoad } from '../support/generate-load.ts';
import { peakResidentMiB } from '../support/measure/process-use.ts';
import { median } from '../support/measure/quantile.ts';
import { pacedLoad } from '../support/recorder/paced-load.ts';
import { childrenOf, cpuMs, firstThreadMs } from '../support/recorder/process-cpu.ts';
import { runBench } from '../support/run-bench.ts';
import { startScript } from '../support/start-script.ts';

const BYTES = 600;
const CONNECTIONS = 32;
const SECONDS = 2;
const TIMES = 2;
const RATE = 5_000;
const PATH = '/orders/1?full=1';
const ENTRY = join(import.meta.dirname, '../../bin/replay.ts');

/** One way to the application, with what it took. */
interface Way {
  name: 'direct' | 'plain' | 'recorded';
  url: string;
  /** The process between client and application; null if there is none. */
  pid: number | null;
  perSecond: number[];
  p50: number[];
  p99: number[];
  cpuUs: number[];
  threadUs: number[];
}

/**
 * `npm run bench:record`: `replay record` in front of a trivial application, beside no proxy and beside a plain proxy
 * of node:http. The service is away, so that every case is sealed, written to the spool, and stays there.
 */
await runBench(
  `replay record, GET of ${BYTES} bytes, ${CONNECTIONS} connections; latency at ${RATE} requests/s`,
  async (running) => {
    const known = new Set(childrenOf(process.pid));
    const started = () => childrenOf(process.pid).find((pid) => !known.has(pid) && known.add(pid)) ?? 0;
    const target = await startScript(running, 'recorder/small-target.ts', [String(BYTES)]);
    started();
    const plain = await startScript(running, 'recorder/plain-proxy.ts', [target]);
    const plainPid = started();
    const recorder = await startRecorder(running, target);
    const way = (name: Way['name'], url: string, pid: number | null): Way => ({
      ...{ name, url, pid },
      ...{ perSecond: [], p50: [], p99: [], cpuUs: [], threadUs: [] },
    });
    const ways = [
      way('direct', target, null),
      way('plain', plain, plainPid),
      way('recorded', recorder.url, recorder.pid),
    ];
    for (let time = 0; time <= TIMES; time++) {
      for (const one of ways) {
        const before = useOf(one);
        const load = await generateLoad({ url: one.url + PATH, connections: CONNECTIONS, seconds: SECONDS });
        const after = useOf(one);
        const paced = await pacedLoad({
          ...{ url: one.url, path: PATH, connections: CONNECTIONS, perSecond: RATE, seconds: SECONDS },
        });
        if (time === 0) continue; // the first pass is the warm-up
        one.perSecond.push(load.perSecond);
        const requests = load.perSecond * SECONDS;
        one.cpuUs.push(((after.allMs - before.allMs) * 1000) / requests);
        one.threadUs.push(((after.threadMs - before.threadMs) * 1000) / requests);
        one.p50.push(paced.p50);
        one.p99.push(paced.p99);
      }
    }
    const [direct, proxy, recorded] = ways as [Way, Way, Way]; // as listed above
    const lines = ({ perSecond, p50, p99 }: Way, label: string): Figure[] => [
      figure(label, median(perSecond), 'requests/s'),
      figure('  p50 at the fixed rate', median(p50), 'ms'),
      figure('  p99 at the fixed rate', median(p99), 'ms'),
    ];
    const added = ({ p99 }: Way) => median(p99) - median(direct.p99);
    const memory = peakResidentMiB(recorder.pid);
    const counts = await recorder.end();
    return [
      ...lines(direct, 'no proxy'),
      ...lines(proxy, 'plain proxy of node:http'),
      figure('  p99 added', added(proxy), 'ms'),
      figure('  processor time', median(proxy.cpuUs), 'µs/request'),
      figure('  of that, the thread that serves', median(proxy.threadUs), 'µs/request'),
      ...lines(recorded, 'replay record (goal 5,000)'),
      figure('  p99 added (goal 2 ms)', added(recorded), 'ms'),
      figure('  processor time', median(recorded.cpuUs), 'µs/request'),
      figure('  of that, the thread that serves', median(recorded.threadUs), 'µs/request'),
      figure('  on a core of its own at most', 1_000_000 / median(recorded.threadUs), 'requests/s'),
      figure('ratio to the plain proxy', median(recorded.perSecond) / median(proxy.perSecond), ''),
      figure('recorded', counts.recorded, 'cases'),
      figure('lost', counts.dropped + counts.unwritten, 'cases'),
      figure('peak memory of the recorder', memory, 'MiB'),
    ];
  },
  { timeoutMs: 300_000 },
);

/** Processor time of the process between client and application so far. */
function useOf({ pid }: Way): { allMs: number; threadMs: number } {
  return pid === null ? { allMs: 0, threadMs: 0 } : { allMs: cpuMs(pid), threadMs: firstThreadMs(pid) };
}

/** A public key as that of a service, which is away from the start. */
async function publicKey(): Promise<PublicJwk> {
  const { publicKey: key } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x, y, kid: 'bench', use: 'enc', alg: ALGORITHM };
}

interface Recorder {
  url: string;
  pid: number;
  /** Ends it without waiting for the service, and returns its counts. */
  end(): Promise<Record<'recorded' | 'dropped' | 'unwritten', number>>;
}

async function startRecorder(running: AsyncDisposableStack, target: string): Promise<Recorder> {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  const port = await freePort();
  const sealKey = join(dataDir, 'recording.jwk');
  writeFileSync(sealKey, JSON.stringify(await publicKey()));
  const options = {
    target,
    'seal-key': sealKey,
    listen: String(port),
    spool: join(dataDir, 'spool'),
    'spool-max': '4096',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [ENTRY, 'record', '--app-id', 'shop', ...args, '--json'], {
    env: { PATH: process.env.PATH ?? '', HOME: dataDir, SVC_URL: 'http://127.0.0.1:9', SVC_TOKEN: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  running.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let said = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ctrl-C ends it.')) resolve();
    });
    child.once('close', () => reject(new Error('the recorder ended')));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    end: async () => {
      child.kill('SIGINT');
      await ended;
      return JSON.parse(stdout);
    },
  };
}
