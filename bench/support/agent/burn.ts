import { Worker } from 'node:worker_threads';

/** How often the thread gets to know of its work, as one that takes messages in batches. */
const POST_MS = 50;

/** Returns what a request calls so that another thread uses so many µs of processor time for nothing. */
export function burn(micros: number): () => void {
  if (!(micros > 0)) return () => {};
  const other = new Worker(WORKER, { eval: true });
  let waiting = 0;
  return () => {
    if (waiting === 0)
      setTimeout(() => {
        other.postMessage(waiting);
        waiting = 0;
      }, POST_MS);
    waiting += micros;
  };
}

const WORKER = `
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  require('node:worker_threads').parentPort.on('message', (micros) => {
    const end = used() + micros;
    while (used() < end);
  });
`;
