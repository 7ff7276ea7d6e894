import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { peakResidentMiB } from '../../../../bench/support/measure/process-use.ts';
import { COMPILED } from '../../running-service.ts';
import { LambdaFault, MAX_PAYLOAD } from './lambda-fault.ts';

const CLIENT = fileURLToPath(import.meta.resolve('aws-lambda-ric'));
const STAND_IN = join(import.meta.dirname, 'native-client.ts');

/** A function as it is deployed. */
export interface DeployedFunction {
  name: string;
  arn: string;
  folder: string;
  handler: string;
  memoryMb: number;
  timeoutMs: number;
  /** The variables of the template. */
  environment: Readonly<Record<string, string>>;
}

interface Invocation {
  id: string;
  payload: string;
  traceHeader: string;
  /** The whole answer as text, or a stream of one. */
  answer: PromiseWithResolvers<string | IncomingMessage>;
}

/** A process that runs one function, one invocation at a time, and is stopped between them as Lambda freezes it. */
export interface Instance {
  invoke(invocation: Invocation): Promise<string | IncomingMessage>;
  /** Resolves when the process can take the next invocation. */
  isIdle(): Promise<void>;
  kill(): void;
  /** The most memory that the process has had, MiB. */
  peakMiB(): number;
  readonly gone: Promise<void>;
}

/** Starts the process: `environment` is what Lambda adds to that of the function. `onLine` gets what it prints. */
export async function startInstance(
  deployed: DeployedFunction,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Promise<Instance> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const child = spawn(process.execPath, ['--import', STAND_IN, CLIENT], {
    cwd: deployed.folder,
    // Nothing of this process but where compiled sources are kept.
    env: {
      ...runtimeVariables(deployed, `127.0.0.1:${port}`),
      ...environment,
      ...deployed.environment,
      NODE_COMPILE_CACHE: COMPILED,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine);
  return servedInstance(deployed, server, child);
}

/** What Lambda tells each function of itself. */
const runtimeVariables = ({ name, folder, handler, memoryMb }: DeployedFunction, runtimeApi: string) => ({
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  _HANDLER: handler,
  LAMBDA_TASK_ROOT: folder,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  AWS_LAMBDA_LOG_LEVEL: 'INFO',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  TZ: ':UTC',
  LANG: 'en_US.UTF-8',
});

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.on('data', (text: Buffer) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

/** The runtime API that one process asks (docs of AWS: Lambda runtime API). */
function servedInstance(deployed: DeployedFunction, server: Server, child: ChildProcess): Instance {
  let waiting: ServerResponse | undefined;
  let current: Invocation | undefined;
  let idle = Promise.withResolvers<void>();
  let initError: string | undefined;

  function fail(fault: LambdaFault): void {
    current?.answer.reject(fault);
    current = undefined;
  }

  const gone = once(child, 'exit').then(() => {
    const fault = new LambdaFault(initError ?? 'Runtime.ExitError');
    fail(fault);
    idle.promise.catch(() => undefined); // where no invocation waits for it
    idle.reject(fault);
    server.close();
    server.closeAllConnections();
  });

  /** Frozen until the next invocation: what it has begun and not awaited waits as well. */
  function freeze(response: ServerResponse): void {
    waiting = response;
    child.kill('SIGSTOP');
    idle.resolve();
  }

  async function take(of: Invocation, isError: boolean, request: IncomingMessage): Promise<void> {
    if (isError) {
      of.answer.reject(new LambdaFault(await errorType(request)));
      return;
    }
    const bytes = await buffer(request);
    if (bytes.byteLength > MAX_PAYLOAD) of.answer.reject(new LambdaFault('Function.ResponseSizeTooLarge'));
    else of.answer.resolve(bytes.toString());
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://runtime');
    if (pathname.endsWith('/invocation/next')) return freeze(response);
    if (pathname.endsWith('/init/error')) initError = await errorType(request);
    else if (current === undefined || !pathname.includes(`/invocation/${current.id}/`)) {
      response.writeHead(404).end();
      return;
    } else if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
      current.answer.resolve(request);
      request.once('end', () => response.writeHead(202).end());
      return;
    } else await take(current, pathname.endsWith('/error'), request);
    response.writeHead(202).end();
  }

  server.on('request', (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  // A frozen process keeps its connection.
  server.keepAliveTimeout = 0;

  return {
    gone,
    isIdle: () => idle.promise,
    kill: () => child.kill('SIGKILL'),
    peakMiB: () => peakResidentMiB(child.pid ?? 0),
    async invoke(invocation) {
      await idle.promise;
      idle = Promise.withResolvers();
      idle.promise.catch(() => undefined); // where nothing is invoked any more
      current = invocation;
      const timer = setTimeout(() => {
        fail(new LambdaFault('Sandbox.Timedout'));
        child.kill('SIGKILL');
      }, deployed.timeoutMs);
      child.kill('SIGCONT');
      waiting?.writeHead(200, {
        'lambda-runtime-aws-request-id': invocation.id,
        'lambda-runtime-deadline-ms': String(Date.now() + deployed.timeoutMs),
        'lambda-runtime-invoked-function-arn': deployed.arn,
        'lambda-runtime-trace-id': invocation.traceHeader,
        'content-type': 'application/json',
      });
      waiting?.end(invocation.payload);
      // Lambda counts the time until the process asks for the next one.
      idle.promise.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
      return invocation.answer.promise;
    },
  };
}

async function errorType(request: IncomingMessage): Promise<string> {
  const { errorType: type } = JSON.parse((await buffer(request)).toString());
  return String(type);
}
