import type { Header, OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { type AnswerBody, compareBodies } from './bodies/compare-bodies.ts';
import type { Comparison } from './difference.ts';
import { type DifferenceSink, differenceSink } from './difference-sink.ts';
import { coveringSink } from './expected/expected-changes.ts';
import { compareHeaders } from './headers/compare-headers.ts';
import { statusDifference } from './response-status.ts';
import type { CompiledRules } from './rules/rules.ts';

/** A recorded response with its content-encoding decoded. */
export interface RecordedAnswer {
  status: number;
  headers: readonly Header[];
  body: Uint8Array;
}

/** Compares a recorded response with the outcome of its replay (spec 3.3, interface 2.4). */
export function compareResponses(
  recorded: RecordedAnswer,
  replayed: OutboundOutcome,
  rules: CompiledRules,
  sink: DifferenceSink = coveringSink(differenceSink(), rules.covering),
): Comparison {
  const status = statusDifference(recorded.status, replayed);
  if (status !== null) {
    sink.add({
      kind: status.kind,
      subject: status.subject,
      path: status.subject,
      recorded: String(recorded.status),
      replayed: status.subject,
      rule: null,
    });
  }
  if (replayed.kind !== 'response' || status?.only) return sink.comparison();
  if (replayed.truncated) {
    // A truncated response would look like invalid JSON. Its real content is unknown, so it must not pass.
    sink.add({
      kind: 'UNCLASSIFIED',
      subject: 'response',
      path: 'response',
      recorded: `${recorded.body.length} bytes`,
      replayed: `more than ${replayed.body.length} bytes`,
      rule: null,
      note: 'the replayed response is larger than the stored limit',
    });
    return sink.comparison();
  }
  let isOtherFormat = false;
  const noting: DifferenceSink = {
    ...sink,
    add(difference) {
      isOtherFormat ||= difference.kind === 'RESPONSE_FORMAT' || difference.kind === 'EMPTY_RESPONSE';
      sink.add(difference);
    },
  };
  compareBodies(answerBody(recorded), answerBody(replayed), rules, noting);
  // Another format is one difference, and not also one of the header that says so.
  compareHeaders(recorded.headers, replayed.headers, rules, sink, isOtherFormat ? 'content-type' : null);
  return sink.comparison();
}

const answerBody = ({ headers, body }: { headers: readonly Header[]; body: Uint8Array }): AnswerBody => ({
  contentType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  bytes: body,
});
