import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpAnswer, httpAnswerOf } from '../../functions/recordings/domain/calls/http-answer.ts';
import { pathTemplate } from '../../functions/recordings/domain/operation-name.ts';
import { budgetOf, capturedBody } from '../captured-body.ts';
import { correlationOf } from '../correlation.ts';
import type { CallRequest, MatchAnswer, MissedCall } from '../downstream.ts';
import { type MatchClient, matchCallOrStartup, mayBeStartup } from '../match-calls.ts';
import { decodedBody } from './decoded-body.ts';
import type { Destinations } from './destinations.ts';
import { forward } from './forward.ts';
import { endToEndHeaders } from './hop-headers.ts';
import { type CalledService, cluesOf } from './http-calls.ts';
import { targetConnections } from './target-connections.ts';

export interface MockCounts {
  /** Answered from a recording. */
  answered: number;
  /** Made for real: `onMiss` is passThrough, mocking is off, or `startupPassThrough`. */
  passedThrough: number;
  /** Answered by the default response of the target. */
  defaults: number;
  /** Not answered by a recorded call. */
  missed: number;
  /** Malformed, or with a body above the limit. */
  refused: number;
}

export interface MockHttpOptions {
  matches: MatchClient;
  maxBodyBytes: number;
  /** A GET or HEAD of no replay that was not recorded at the application's start is made for real. */
  startupPassThrough: boolean;
  counts: MockCounts;
  destinations: Destinations;
  now(): number;
}

/** Maximum bytes of all bodies in flight. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Methods that change nothing at a service. */
const STARTUP_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);

/**
 * Answers HTTP calls of a replayed application from the recording. A call reaches the real service only where the
 * service says so for it: `onMiss` is passThrough, or the run has mocking off; or as `startupPassThrough` says.
 */
export function mockHttp({ matches, maxBodyBytes, startupPassThrough, counts, destinations, now }: MockHttpOptions) {
  const budget = budgetOf(MAX_BYTES);
  const connections = targetConnections(destinations);

  async function answer(request: IncomingMessage, response: ServerResponse, callee: CalledService): Promise<void> {
    const captured = capturedBody(maxBodyBytes, budget);
    try {
      for await (const chunk of request) captured.add(chunk);
      const body = captured.bytes();
      if (body === null) {
        counts.refused++;
        fail(response, 413, 'BODY_TOO_LARGE', []);
        return;
      }
      const call = callOf(request, callee, body);
      const match = await matched(request, call);
      if (!match.matched && match.onMiss === 'passThrough') await passThrough(request, response, callee, body);
      else respond(response, match, call);
    } finally {
      captured.release();
    }
  }

  async function matched(request: IncomingMessage, call: CallRequest): Promise<MatchAnswer> {
    const correlation = correlationOf(cluesOf(request));
    const match = await matchCallOrStartup(matches, correlation, call);
    const isReal = startupPassThrough && STARTUP_METHODS.has(request.method) && mayBeStartup(correlation, match);
    return isReal && !match.matched ? { ...match, onMiss: 'passThrough' } : match;
  }

  async function passThrough(
    request: IncomingMessage,
    response: ServerResponse,
    { url, path, keepsHost }: CalledService,
    body: Buffer,
  ): Promise<void> {
    counts.passedThrough++;
    const options = { target: url, path, keepsHost, set: [], maxBodyBytes: 0, budget, connections, now, body };
    const exchange = await forward(request, response, { ...options, via: 'replay-mock' });
    exchange?.requestBody.release();
    exchange?.responseBody.release();
  }

  function respond(response: ServerResponse, match: MatchAnswer, { request }: CallRequest): void {
    const method = (request as { method: string }).method; // as callOf makes it
    if (match.matched) {
      counts.answered++;
      // A recorded error is one of the connection.
      if (match.error !== undefined && match.error !== null) response.destroy();
      else send(response, httpAnswerOf(match.response, method));
    } else if (match.onMiss === 'default') {
      counts.defaults++;
      send(response, httpAnswerOf(match.response, method));
    } else {
      counts.missed++;
      fail(response, 502, match.reason, match.nearest);
    }
  }

  return { answer, close: connections.close };
}

function callOf(
  { method = 'GET', rawHeaders }: IncomingMessage,
  { name, path }: CalledService,
  body: Buffer,
): CallRequest {
  const headers = endToEndHeaders(rawHeaders);
  return {
    kind: 'http',
    target: name,
    operation: `${method} ${pathTemplate(path)}`,
    request: { method, path, headers, ...decodedBody(body, headers) },
  };
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.sendDate = false;
  if (body.length > 0) headers.push(['content-length', String(body.length)]);
  response.writeHead(status, headers.flat());
  response.end(body);
}

function fail(response: ServerResponse, status: number, reason: string, nearest: MissedCall['nearest']): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-replay-mock-reason': reason });
  response.end(
    JSON.stringify({ errorCode: 'CALL_NOT_ANSWERED', errorMessage: REASONS[reason] ?? reason, reason, nearest }),
  );
}

const REASONS: Readonly<Record<string, string>> = {
  NO_CALL_RECORDED: 'the recording has no call of this kind',
  ALL_CONSUMED: 'every recorded call like this one has already been used',
  NO_MATCH: 'no recorded call matches',
  REPLAY_NOT_FOUND: 'the call does not belong to a replay in progress',
  REPLAY_ID_NEEDED: 'calls to this target need a replay id; with mocks.correlation: headers, trace ids count too',
  REPLAY_AMBIGUOUS: 'several replays are in progress, and the call does not name one',
  SERVICE_UNAVAILABLE: 'the service did not answer',
  BODY_TOO_LARGE: 'the body is larger than --most-body',
};
