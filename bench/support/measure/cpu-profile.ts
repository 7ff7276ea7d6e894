import * as v from 'valibot';
import { freePort } from '../../../test/support/free-port.ts';

/** A node of a CPU profile (Chrome DevTools Protocol, Profiler.ProfileNode). */
interface ProfileNode {
  id: number;
  callFrame: CallFrame;
  children?: number[];
}

/** The function that a sample was taken in; `url` is empty for what V8 does itself. */
export interface CallFrame {
  functionName: string;
  url: string;
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** Time of one stack of frames, µs; the innermost frame first. */
export interface StackTime {
  frames: readonly CallFrame[];
  us: number;
}

const Pages = v.looseTuple([v.object({ webSocketDebuggerUrl: v.string() })]);

/** How often the thread is sampled, µs. */
const INTERVAL_US = 200;

/** Settings of a process of node that `profiler` can profile, and the address of its inspector. */
export async function inspectable(): Promise<{ env: { NODE_OPTIONS: string }; inspector: string }> {
  const address = `127.0.0.1:${await freePort()}`;
  return { env: { NODE_OPTIONS: `--inspect=${address}` }, inspector: address };
}

/**
 * Profiles the main thread of a process by its inspector: the returned function runs work and returns where the thread
 * spent its time.
 */
export async function profiler(running: AsyncDisposableStack, inspector: string) {
  const pages = await (await fetch(`http://${inspector}/json/list`)).json();
  const [{ webSocketDebuggerUrl }] = v.parse(Pages, pages);
  const socket = new WebSocket(webSocketDebuggerUrl);
  running.defer(() => socket.close());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true });
  });
  let last = 0;

  function command(method: string, params: object = {}): Promise<{ profile: Profile }> {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => {
      socket.addEventListener('message', function listen({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result);
      });
    });
  }

  await command('Profiler.enable');
  await command('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  return async function profiled(work: () => Promise<unknown>): Promise<StackTime[]> {
    await command('Profiler.start');
    await work();
    return stacksOf((await command('Profiler.stop')).profile);
  };
}

function stacksOf({ nodes, samples, timeDeltas }: Profile): StackTime[] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<number, number>();
  for (const [at, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[at + 1] ?? 0));
  return [...times].map(([id, us]) => {
    const frames: CallFrame[] = [];
    for (let node = byId.get(id); node !== undefined; node = byId.get(parents.get(node.id) ?? 0))
      frames.push(node.callFrame);
    return { frames, us };
  });
}
