import type { Context } from 'hono';
import { ANSWER_HEADERS } from './answer-headers.ts';
import type { answerBody } from './bodies/answer-body.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The `x-request-id` of the response. */
    requestId: string;
    /** The `errorCode` of a refusal. */
    errorCode?: string;
  }
}

/** Responses that were made with the headers of every response. */
const complete = new WeakSet<Response>();

/**
 * A response with the headers that every response has, unless `headers` sets others. node:http is given them as they
 * are: reading or changing the headers of a Response costs more than the rest of it.
 */
export function completeResponse(
  requestId: string,
  body: ReturnType<typeof answerBody> | null,
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
): Response {
  const all = { ...ANSWER_HEADERS, 'x-request-id': requestId, ...headers };
  const response = new Response(body, { status, headers: all });
  complete.add(response);
  return response;
}

/** Adds the headers of every response that a response lacks. */
export function completeHeaders(context: Context, requestId: () => string): void {
  const { res } = context;
  if (complete.has(res)) return;
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) if (!res.headers.has(name)) context.header(name, value);
  if (!res.headers.has('x-request-id')) context.header('x-request-id', requestId());
  complete.add(context.res);
}
