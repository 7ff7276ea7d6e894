import type { Difference } from '../../compare/domain/difference.ts';
import { HEADERS_SUBJECT } from '../../compare/domain/rules/rules.ts';
import { stepsOf } from '../../platform/json/json-path.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import { type Mask, numberedMask } from '../../recordings/domain/masks/mask.ts';
import { maskText } from '../../recordings/domain/masks/mask-text.ts';
import { maskedRequest, maskedResponse } from '../../recordings/domain/masks/masked-payload.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import type { MappedValue, ResultPayload } from '../../replay/domain/results/result-payload.ts';

interface Result {
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  replayed: RecordedResponse | null;
  differences: Difference[];
  sent?: RecordedRequest | undefined;
  mapped?: MappedValue[] | undefined;
  baseline?: ResultPayload['baseline'];
}

/**
 * A result for readers who may not see credentials: guests, viewers, and API keys without the scope `write`. Values
 * that differ have masks that differ.
 */
export function maskedResult<Shown extends Result>(result: Shown): Shown {
  const mask = numberedMask();
  return {
    ...result,
    request: maskedRequest(result.request, mask),
    recorded: result.recorded && maskedResponse(result.recorded, mask),
    replayed: result.replayed && maskedResponse(result.replayed, mask),
    differences: result.differences.map((difference) => maskedDifference(difference, mask)),
    ...(result.baseline && { baseline: maskedBaseline(result.baseline, mask) }),
    ...(result.sent && { sent: maskedRequest(result.sent, mask) }),
    ...(result.mapped && { mapped: result.mapped.map((one) => maskedMapping(one, mask)) }),
  };
}

/** Only what readers are shown of the running build beside its response. */
const maskedBaseline = (
  { differences }: NonNullable<ResultPayload['baseline']>,
  mask: Mask,
): ResultPayload['baseline'] => ({
  recorded: null,
  ...(differences && { differences: differences.map((one) => maskedDifference(one, mask)) }),
});

function maskedMapping(mapped: MappedValue, mask: Mask): MappedValue {
  const name =
    credentialIn(mapped.path.replace('@request.', '')) ?? credentialIn(mapped.from.place.split(' ').at(-1) ?? '');
  const masked = (text: string) => (name === null ? maskText(text, mask) : mask(name, text, 'body'));
  return { ...mapped, recorded: masked(mapped.recorded), replayed: masked(mapped.replayed) };
}

/** A difference with the values masked that a name of its path, or of a member in them, makes a secret. */
export function maskedDifference(
  difference: Difference,
  mask: Mask,
  isSecretName: (name: string) => boolean = isCredentialName,
): Difference {
  const { call, path } = difference;
  const credential = credentialIn(call ? (call.field ?? '') : path, isSecretName);
  const masked = (text: string | null) =>
    text === null ? null : credential === null ? maskText(text, mask) : mask(credential, text, 'body');
  return { ...difference, recorded: masked(difference.recorded), replayed: masked(difference.replayed) };
}

/** The member of a path, or the header, that means a credential; its value holds what the path names. */
function credentialIn(path: string, isSecretName: (name: string) => boolean = isCredentialName): string | null {
  const steps = stepsOf(path.startsWith(HEADERS_SUBJECT) ? `$${path.slice(HEADERS_SUBJECT.length)}` : path);
  // Deep paths begin with a hash, which no parser reads.
  const names =
    steps === null
      ? path.split(/[.[\]'"]+/)
      : steps.flatMap(({ selectors: [selector] }) => (selector?.type === 'name' ? [selector.name] : []));
  return names.find(isSecretName) ?? null;
}
