import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { annotatedLog } from '../annotated-log.ts';
import type { Log } from '../world.ts';

/** What Lambda gives a function of X-Ray: where its daemon listens, and the trace of the present invocation. */
interface TraceEnvironment {
  AWS_XRAY_DAEMON_ADDRESS?: string | undefined;
  _X_AMZN_TRACE_ID?: string | undefined;
}

interface PlanTraces {
  /** Lambda changes the trace with each invocation. */
  environment: TraceEnvironment;
  now(): number;
}

/** The header of the daemon's protocol, which stands on a line before the document. */
const HEADER = JSON.stringify({ format: 'json', version: 1 });

/**
 * Passes lines on, and annotates the trace of the invocation with each plan that they name: X-Ray finds all traces of a
 * run by `annotation.plan_id`, from the trigger to its notifications. Without a daemon, nothing is annotated.
 */
export function annotatingLog(log: Log, { environment, now }: PlanTraces): Log {
  const [host, port] = environment.AWS_XRAY_DAEMON_ADDRESS?.split(':') ?? [];
  if (host === undefined || port === undefined) return log;
  const socket = createSocket('udp4').unref();
  // As with X-Ray itself, a trace that is lost is not missed.
  socket.on('error', () => {});
  let annotated: { trace: string | undefined; plans: Set<string> } = { trace: undefined, plans: new Set() };

  function annotate(planId: string): void {
    const trace = environment._X_AMZN_TRACE_ID;
    if (annotated.trace !== trace) annotated = { trace, plans: new Set() };
    if (annotated.plans.has(planId)) return;
    annotated.plans.add(planId);
    const { Root: trace_id, Parent: parent_id, Sampled: sampled } = membersOf(trace);
    if (trace_id === undefined || parent_id === undefined || sampled !== '1') return;
    const time = now() / 1000;
    const segment = {
      name: 'plan',
      type: 'subsegment',
      id: randomBytes(8).toString('hex'),
      trace_id,
      parent_id,
      start_time: time,
      end_time: time,
      annotations: { plan_id: planId },
    };
    socket.send(`${HEADER}\n${JSON.stringify(segment)}`, Number(port), host);
  }

  return annotatedLog(log, annotate);
}

/** The members of a trace header: `Root=1-…;Parent=…;Sampled=1`. */
function membersOf(header = ''): Partial<Record<string, string>> {
  return Object.fromEntries(header.split(';').map((member) => member.split('=')));
}
