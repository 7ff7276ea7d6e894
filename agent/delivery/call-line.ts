import type { NotedCall } from '../core/agent-call.ts';

/** A call as JSON; a value that JSON cannot hold makes it a call without that value. */
export function callLine({ request, response, ...call }: NotedCall): string {
  return `${JSON.stringify(call).slice(0, -1)},"request":${jsonText(request)},"response":${jsonText(response)}}`;
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? null) ?? 'null';
  } catch {
    return textOfBigints(value); // rare, and slower to write
  }
}

function textOfBigints(value: unknown): string {
  try {
    return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one)) ?? 'null';
  } catch {
    return 'null'; // a circular value
  }
}
