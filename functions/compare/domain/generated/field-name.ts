/** The words of a name, in lower case: `request_id`, `X-Request-ID` and `requestId` have the same. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** Words of names whose values follow from content or are set by people, whatever they look like. */
const FIXED =
  /^(e?tags?|checksum|digest|md5|sha\d*|crc\d*|integrity|fingerprint|thumbprint|commit|revision|git|build|version|release|branch|image|content|file|asset|schema|config|public|model|sku|barcode)$/;

/** Whether a field of this name holds a value that follows from content, such as a checksum, a commit or a version. */
export const isContentName = (name: string): boolean => wordsOf(name).some((word) => FIXED.test(word));

/** The last words of names of durations that the application measured, without their unit. */
const MEASURED = /^(took|elapsed|latency|(response|processing|execution|query|render|elapsed)time)$/;
const UNIT = /^(ms|msec|millis|milliseconds|us|micros|ns|nanos|s|sec|secs|seconds)$/;

/** Whether a field of this name holds a duration that was measured: `took`, `elapsedMs`, `response_time`. */
export function isMeasuredName(name: string): boolean {
  const words = wordsOf(name).filter((word, index) => index === 0 || !UNIT.test(word));
  return [words.slice(-1), words.slice(-2)].some((last) => MEASURED.test(last.join('')));
}

/** Words of names of ages, and of what remains of a time. */
const AGE = /^(uptime|age|elapsed|since|ago|idle|running|ttl|remaining|expires?|left)$/;

/** Whether a field of this name holds the time since or until something: `uptime`, `ageSeconds`, `expires_in`. */
export const isAgeName = (name: string): boolean => wordsOf(name).some((word) => AGE.test(word));

const ID_WORD =
  /^(id|ids|uid|uuid|guid|nonce|trace|span|(trace|span|request|correlation|transaction|event|message|order|job|task|run)ids?)$/;

/** `id`, `traceId`, `request_id`, `X-Request-ID`: the last word of the name marks an id. */
export const isIdName = (name: string): boolean => ID_WORD.test(wordsOf(name).at(-1) ?? '');
