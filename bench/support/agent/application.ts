import { createServer } from 'node:http';
import { PerformanceObserver } from 'node:perf_hooks';
import { announce } from '../announce.ts';
import { burn } from './burn.ts';
import type { ProcessUse } from './process-use.ts';

/**
 * The application of `bench:agent`: each request makes one HTTP call and answers 2 KB of JSON. Its arguments are the
 * address called, and µs of processor time that another thread of it uses for each request besides.
 */
const [, , inventory = '', micros = '0'] = process.argv;
const note = 'x'.repeat(1900);
const burnt = burn(Number(micros));

let gcMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) gcMs += duration;
}).observe({ entryTypes: ['gc'] });

/** What the process has used so far. */
function use(): ProcessUse {
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  return { threadMs: (thread.user + thread.system) / 1000, allMs: (all.user + all.system) / 1000, gcMs };
}

announce(
  createServer(async (request, response) => {
    if (request.url === '/use') return response.end(JSON.stringify(use()));
    const stock = await (await fetch(`${inventory}/stock${request.url}`)).json();
    burnt();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ path: request.url, stock, note }));
  }).listen(0, '127.0.0.1'),
);
