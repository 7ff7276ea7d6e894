import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REGION } from '../template-values.ts';
import { type DeployedFunction, type Instance, startInstance } from './instance.ts';
import { LambdaFault, MAX_PAYLOAD } from './lambda-fault.ts';

export interface FunctionsOptions {
  functions: readonly DeployedFunction[];
  /** Where the clients of AWS send their calls. */
  endpoint: string;
  /** Variables that a test adds to a function, by its name. */
  environmentOf(name: string): Readonly<Record<string, string>>;
}

/** Executions at a time of the whole account; more are throttled. */
const MAX_CONCURRENCY = 40;

/** What Lambda does: runs each invocation in a process of its own, and starts one where none is idle. */
export class Functions {
  readonly #byArn: ReadonlyMap<string, DeployedFunction>;
  readonly #environmentOf: FunctionsOptions['environmentOf'];
  readonly #endpoint: string;
  readonly #idle = new Map<string, Instance[]>();
  readonly #busy = new Map<string, Set<Instance>>();
  readonly #lines = new Map<string, string[]>();
  readonly #running = new Set<Promise<unknown>>();
  /** The most memory that a process of each function has had after an invocation, MiB. */
  readonly peaks = new Map<string, number>();
  readonly counts = { invocations: 0, started: 0, killed: 0, throttled: 0 };
  #closed = false;

  constructor({ functions, endpoint, environmentOf }: FunctionsOptions) {
    this.#byArn = new Map(functions.map((one) => [one.arn, one]));
    this.#environmentOf = environmentOf;
    this.#endpoint = endpoint;
  }

  /** Invokes a function and resolves with its answer; a stream where it streams. Throws LambdaFault. */
  async invoke(arn: string, payload: string): Promise<string | IncomingMessage> {
    const deployed = this.#functionOf(arn);
    if (Buffer.byteLength(payload) > MAX_PAYLOAD) throw new LambdaFault('Lambda.RequestTooLargeException');
    const instance = await this.#taken(deployed);
    this.counts.invocations++;
    const answer = Promise.withResolvers<string | IncomingMessage>();
    const traceHeader = `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')};Parent=${randomBytes(8).toString('hex')};Sampled=1`;
    const answered = instance.invoke({ id: randomUUID(), payload, traceHeader, answer });
    this.#giveBack(deployed.name, instance, answered);
    return answered;
  }

  /**
   * Kills the process that runs a function for the longest time now, as a host that fails would. Returns whether there
   * was one.
   */
  kill(name: string): boolean {
    const [longest] = this.#busy.get(name) ?? [];
    longest?.kill();
    this.counts.killed += longest === undefined ? 0 : 1;
    return longest !== undefined;
  }

  /** What the processes of a function have printed. */
  lines = (name: string): readonly string[] => this.#lines.get(name) ?? [];

  /** The same of all functions. */
  allLines = (): readonly string[] => [...this.#lines.values()].flat();

  /** Ends every process. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#idle.values(), ...this.#busy.values()].flatMap((some) => [...some]);
    for (const instance of all) instance.kill();
    await Promise.all(all.map(({ gone }) => gone));
    await Promise.allSettled(this.#running);
  }

  #functionOf(arn: string): DeployedFunction {
    const found = this.#byArn.get(arn);
    if (found === undefined) throw new LambdaFault('Lambda.ResourceNotFoundException');
    return found;
  }

  async #taken(deployed: DeployedFunction): Promise<Instance> {
    if (this.#closed) throw new LambdaFault('Lambda.ServiceException');
    const idle = this.#idle.get(deployed.name)?.pop();
    if (idle !== undefined) {
      this.#busyOf(deployed.name).add(idle);
      return idle;
    }
    if ([...this.#busy.values()].reduce((sum, { size }) => sum + size, 0) >= MAX_CONCURRENCY) {
      this.counts.throttled++;
      throw new LambdaFault('Lambda.TooManyRequestsException');
    }
    this.counts.started++;
    const lines = this.#lines.get(deployed.name) ?? [];
    this.#lines.set(deployed.name, lines);
    const started = await startInstance(
      deployed,
      { ...clientVariables(deployed, this.#endpoint), ...this.#environmentOf(deployed.name) },
      (line) => lines.push(line),
    );
    this.#busyOf(deployed.name).add(started);
    started.gone.then(() => this.#busyOf(deployed.name).delete(started));
    return started;
  }

  #busyOf(name: string): Set<Instance> {
    const busy = this.#busy.get(name) ?? new Set();
    this.#busy.set(name, busy);
    return busy;
  }

  /** Once an invocation is over and its process asks for the next one. */
  #giveBack(name: string, instance: Instance, answered: Promise<unknown>): void {
    const over = answered
      .then(
        () => instance.isIdle(),
        () => instance.isIdle(),
      )
      .then(
        () => {
          this.#busyOf(name).delete(instance);
          this.peaks.set(name, Math.max(this.peaks.get(name) ?? 0, instance.peakMiB()));
          const idle = this.#idle.get(name) ?? [];
          this.#idle.set(name, idle);
          idle.push(instance);
          instance.gone.then(() =>
            this.#idle.set(
              name,
              (this.#idle.get(name) ?? []).filter((one) => one !== instance),
            ),
          );
        },
        () => this.#busyOf(name).delete(instance),
      )
      .finally(() => this.#running.delete(over));
    this.#running.add(over);
  }
}

/** Credentials are named after the function, so that the stand-in of AWS knows whose call it is. */
const clientVariables = ({ name }: DeployedFunction, endpoint: string) => ({
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: name,
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
  AWS_ENDPOINT_URL: endpoint,
});
