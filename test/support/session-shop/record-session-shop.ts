import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startReplay } from '../../cli/replay-process.ts';
import { freePort } from '../free-port.ts';
import { ADMIN_KEY, type RunningService, temporaryDataDir } from '../running-service.ts';
import { startSessionShop } from './start-session-shop.ts';
import { visitSessionShop } from './visit-session-shop.ts';

const HOUR_MS = 3_600_000;

interface RecordingOptions {
  service: Pick<RunningService, 'url'>;
  appId: string;
  sessions: number;
  tokenSeconds: number;
}

/**
 * Records visits of the shop by `replay record`, an hour ago by the clocks of both: every token and signed address of
 * the recording has expired when it is replayed. Returns the number of recorded requests.
 */
export async function recordSessionShop({ service, appId, sessions, tokenSeconds }: RecordingOptions): Promise<number> {
  await using running = new AsyncDisposableStack();
  const { dataDir: home, remove } = temporaryDataDir();
  running.defer(remove);
  const clock = {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../clock-ahead.ts')}`,
    CLOCK_AHEAD_FILE: join(home, 'clock'),
  };
  writeFileSync(clock.CLOCK_AHEAD_FILE, String(-HOUR_MS));
  const target = await startSessionShop(running, { tokenSeconds, clock });
  const listen = `127.0.0.1:${await freePort()}`;
  const recorder = startReplay(['record', '--app-id', appId, '--target', target, '--listen', listen, '--json'], {
    SVC_URL: service.url,
    SVC_TOKEN: ADMIN_KEY,
    HOME: home,
    ...clock,
  });
  running.defer(() => {
    recorder.child.kill('SIGKILL');
  });
  await recorder.said('Ctrl-C ends it.');
  await visitSessionShop(`http://${listen}`, sessions);
  recorder.child.kill('SIGINT');
  const { code, stdout, stderr } = await recorder.ended;
  if (code !== 0) throw new Error(`the recorder ended with ${code}: ${stderr}`);
  const { stored, rejected } = JSON.parse(stdout);
  if (rejected > 0) throw new Error(`${rejected} cases were refused`);
  return stored;
}
