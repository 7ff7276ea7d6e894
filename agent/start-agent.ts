import { type AgentConfig, parseAgentConfig } from './core/agent-config.ts';
import { agentCalls, type Calls } from './core/calls.ts';
import { matchCalls } from './core/match-calls.ts';
import { originals } from './core/originals.ts';
import { redactCall, redactRules } from './core/redact-call.ts';
import { reportCalls } from './core/report-calls.ts';
import { serviceLink } from './core/service-link.ts';
import { startupCalls } from './core/startup-calls.ts';
import { agentWarnings, type Warnings } from './core/warnings.ts';
import { callLine } from './delivery/call-line.ts';
import { type CaseQueue, caseQueue } from './delivery/case-queue.ts';
import { hookLibraries } from './hook-libraries.ts';
import { hookResponses } from './inbound/captured-exchange.ts';
import { hookServers, onceTaken, type ServeRequest } from './inbound/hook-servers.ts';
import { observeRequests } from './inbound/observe-requests.ts';
import { recordRequests } from './inbound/record-request.ts';
import { replayRequests } from './inbound/replay-request.ts';
import { replaySignatures } from './inbound/replay-signatures.ts';
import { hookFetch } from './outbound/hook-dispatcher.ts';
import { hookHttpClient } from './outbound/hook-http-client.ts';
import { hookClock } from './runtime/hook-clock.ts';
import { hookRandomness } from './runtime/hook-randomness.ts';

/** An agent that runs in this process. */
export interface Agent {
  /** Serves a request, which is observed once. */
  serve: ServeRequest;
  /** What was left out of recordings, by reason. */
  leftOut: ReadonlyMap<string, number>;
}

const AGENT = Symbol.for('replay.agent');

/**
 * Starts the agent of this process, once; null if its settings are unusable, which is one line on stderr and never a
 * failure of the application. `folder` holds the files of the agent.
 */
export function startAgent(settings: Readonly<Record<string, string | undefined>>, folder: string): Agent | null {
  const shared = globalThis as Record<symbol, unknown>; // one agent, whichever file started it
  const running = shared[AGENT];
  if (running !== undefined) return running as Agent | null; // set below
  const warnings = agentWarnings();
  let agent: Agent | null = null;
  try {
    const config = parseAgentConfig(settings);
    if (config.mode === 'both' && settings.NODE_ENV === 'production')
      warnings.warn('mode', 'REPLAY_MODE=both replays in production what the service signs; set REPLAY_MODE=record');
    agent = start(config, folder, warnings);
  } catch (fault) {
    warnings.warn('start', `not started: ${fault instanceof Error ? fault.message : 'fault'}`);
  }
  Object.defineProperty(shared, AGENT, { value: agent });
  return agent;
}

/** A process that only replays sends no cases. */
const NO_QUEUE: CaseQueue = { put: () => 'queue full', isFull: () => true, putStartup: () => {} };

function start(config: AgentConfig, folder: string, warnings: Warnings): Agent {
  const link = serviceLink(config);
  const rules = redactRules(config.redact);
  const match = matchCalls({ link, rules, warnings, onAway: config.onAway });
  const leftOut = new Map<string, number>();
  const count = (reason: string) => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const queue = config.mode === 'replay' ? NO_QUEUE : caseQueue(config, folder, { warnings, count });
  const startup = startupCalls({
    ...config,
    match,
    send: (call) => queue.putStartup(callLine(redactCall(call, rules))),
    schedule: (work, ms) => void originals.setTimeout(work, ms).unref(),
  });
  const calls: Calls = agentCalls({ mode: config.mode, match, startup, count });
  const signatures = replaySignatures({ link, appId: config.appId, warnings, now: originals.now });
  if (config.mode !== 'record') void signatures.refresh();
  const take = observeRequests({
    mode: config.mode,
    waitMs: config.waitMs,
    signatures,
    startup,
    warnings,
    record: recordRequests({
      ...config,
      queue,
      count,
    }),
    replay: replayRequests({ ...config, link, warnings, report: reportCalls(link, rules) }),
  });
  const options = { calls, warnings, targets: config.targets, maxBodyBytes: config.maxBodyBytes };
  if (config.clock === 'recorded') hookClock();
  if (config.random !== 'real') hookRandomness();
  if (config.mode !== 'replay') hookResponses();
  hookServers(take);
  hookHttpClient(options);
  hookFetch(options);
  hookLibraries(options);
  return { serve: onceTaken(take), leftOut };
}
