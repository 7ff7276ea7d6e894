import { runInNewContext } from 'node:vm';
import { transform } from 'esbuild';

export interface SentRequest {
  method: string;
  url: string;
  body: string | ArrayBuffer | null;
  params: { headers: Record<string, string>; redirects: number; tags: { name: string } };
}

/** What a run of a script did. */
export interface K6Run {
  sent: SentRequest[];
  /** Seconds of each pause. */
  slept: number[];
  checks: [name: string, isPassed: boolean][];
  warnings: string[];
  options: { scenarios: { recordings: { executor: string; vus: number; iterations: number } } };
}

/**
 * Runs a script with a stand-in for the modules of k6: every iteration of its scenario, one after the other. `statusOf`
 * is what the build answers. It does not show that k6 itself accepts the script.
 */
export async function runK6(
  script: string,
  { env = {}, statusOf = () => 200 }: { env?: Record<string, string>; statusOf?: (request: SentRequest) => number },
): Promise<K6Run> {
  const { code } = await transform(script, { format: 'cjs', target: 'es2020' });
  const run: Omit<K6Run, 'options'> = { sent: [], slept: [], checks: [], warnings: [] };
  const scenario = { iterationInTest: 0 };
  const modules: Record<string, object> = {
    k6: {
      sleep: (seconds: number) => run.slept.push(seconds),
      check: (value: unknown, checks: Record<string, (value: unknown) => boolean>) => {
        for (const [name, isPassed] of Object.entries(checks)) run.checks.push([name, isPassed(value)]);
      },
    },
    'k6/data': {
      // k6 stores what the function returns as JSON; `new` takes the object that a function returns.
      SharedArray: sharedArray,
    },
    'k6/encoding': { b64decode: (text: string) => new Uint8Array(Buffer.from(text, 'base64')).buffer },
    'k6/execution': { scenario },
    'k6/http': {
      request: (method: string, url: string, body: SentRequest['body'], params: SentRequest['params']) => {
        const request = { method, url, body, params };
        run.sent.push(request);
        return { status: statusOf(request) };
      },
    },
  };
  const module = { exports: {} as { default(): void; setup(): void; options: K6Run['options'] } }; // what the script exports
  runInNewContext(code, {
    module,
    exports: module.exports,
    require: (name: string) => modules[name],
    __ENV: env,
    console: { warn: (text: string) => run.warnings.push(text) },
  });
  const { setup, options, default: iteration } = module.exports;
  setup();
  for (; scenario.iterationInTest < options.scenarios.recordings.iterations; scenario.iterationInTest++) iteration();
  return { ...run, options };
}

function sharedArray(_: string, make: () => unknown[]): unknown[] {
  return JSON.parse(JSON.stringify(make()));
}
