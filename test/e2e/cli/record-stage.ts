import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, expect } from 'vitest';
import { type RunningCommand, startReplay } from '../../cli/replay-process.ts';
import { json, openTarget, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, call, startProcess, temporaryDataDir } from '../../support/running-service.ts';

/** The application: calls `inventory` for orders, echoes bodies, and is slow on demand. */
async function application(inventory: () => string): Promise<Target> {
  const target = await openTarget((seen, response) => {
    const { url, headers, body } = seen;
    if (url.startsWith('/orders')) {
      const passed = url.includes('plain') ? {} : { traceparent: String(headers.traceparent) };
      fetch(`${inventory()}/inventory/stock/7?token=planted-call`, { headers: passed }).then(
        async (answer) => json(response, { stock: await answer.json() }),
        () => json(response, {}, 500),
      );
    } else if (url.startsWith('/zipped')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ accessToken: 'planted-zipped', total: 3 })));
    } else if (url.startsWith('/endless')) {
      response.write('x');
    } else if (url.startsWith('/login')) {
      response.setHeader('set-cookie', ['sid=planted-cookie', 'b=2']);
      json(response, { accessToken: 'planted-answer', user: 'ann' });
    } else {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'x-seen': createHash('sha256').update(body).digest('hex'),
      });
      response.end(body);
    }
  });
  return target;
}

/** A recording under way. */
export interface RecordingUnderWay {
  env: Record<string, string>;
  command: RunningCommand;
  base: string;
  target: Target;
  folder: string;
  /** Sends Ctrl-C and returns the counts. */
  end(): Promise<Record<string, number>>;
}

interface RecordingOptions {
  /** Whether a service takes the recordings; true by default. */
  service?: boolean;
  /** More arguments of the command. */
  more?: string[];
  /** Where an application listens that is recorded in the place of the usual one. */
  targetUrl?: string;
}

/** Recordings of an application by `replay record`; what they start ends with the test. */
export function recordStage() {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function recording(options: RecordingOptions = {}): Promise<RecordingUnderWay> {
    const home = temporaryDataDir();
    cleanUps.push(home.remove);
    let url = 'http://127.0.0.1:9';
    if (options.service !== false) {
      const { dataDir, remove } = temporaryDataDir();
      cleanUps.push(remove);
      const service = await startProcess({ dataDir, port: await freePort() });
      cleanUps.push(() => service.kill());
      url = service.url;
    }
    const env = { SVC_URL: url, SVC_TOKEN: ADMIN_KEY, HOME: home.dataDir };
    const [inPort, downPort] = [await freePort(), await freePort()];
    const inventory = await openTarget((_, response) => json(response, { left: 4 }));
    cleanUps.push(inventory.close);
    const target = await application(() => `http://127.0.0.1:${downPort}`);
    cleanUps.push(target.close);
    const command = startReplay(
      [
        'record',
        '--app-id',
        'shop',
        '--target',
        options.targetUrl ?? target.url,
        '--listen',
        `127.0.0.1:${inPort}`,
        '--downstream',
        `inventory=${inventory.url}`,
        '--downstream-listen',
        `127.0.0.1:${downPort}`,
        '--json',
        ...(options.more ?? []),
      ],
      env,
    );
    cleanUps.push(() => command.child.kill('SIGKILL'));
    await command.said('Ctrl-C ends it.');
    return {
      env,
      command,
      base: `http://127.0.0.1:${inPort}`,
      target,
      folder: home.dataDir,
      end: async () => {
        command.child.kill('SIGINT');
        const { code, stdout, stderr } = await command.ended;
        expect(code, stderr).toBe(0);
        return JSON.parse(stdout);
      },
    };
  }

  return { cleanUps, recording };
}

/** The cases that the service has of the application. */
export async function casesOf({ SVC_URL: url = '' }: Record<string, string>) {
  const { items } = (await call(url, 'GET', '/api/recorder/apps/shop/cases?limit=100')).body;
  const shown = await Promise.all(
    items.map(({ caseId }: { caseId: string }) => call(url, 'GET', `/api/recorder/cases/${caseId}`)),
  );
  return shown.map(({ body }) => body);
}
