import type { Difference } from '../../compare/domain/difference.ts';
import { isIdName } from '../../compare/domain/generated/field-name.ts';
import { type FieldValue, fieldValue, textOf } from '../../compare/domain/generated/field-value.ts';
import { differingParts, type TextPart } from '../../compare/domain/generated/text-parts.ts';
import { onlyTokenClaimsDiffer } from '../../compare/domain/generated/token-claims.ts';
import { isSealed } from '../../platform/values/sealed-text.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import { addressMapping } from '../../replay/domain/values/address-mapping.ts';
import { type Explanation, type MovedValue, valueForms } from './forms/value-forms.ts';
import { lastNameOf } from './last-name.ts';
import { differsReason, type RequestToJudge } from './request-to-judge.ts';
import { hasUnmovedChange } from './texts/unmoved-changes.ts';

/**
 * Makes the function that finds the reasons of interface 3.1 for a place. `values`: the places that differ between
 * replays.
 */
export function valueExplainer(
  one: RequestToJudge,
  { values, isSentAgain }: { values: ReadonlyMap<string, MovedValue>; isSentAgain: boolean },
): (location: Difference) => Explanation[] {
  const isElsewhere = knownTexts(one);
  const { isOtherTime, explained } = valueForms(one, isElsewhere);
  const address = addressesOf(one);
  const isBesideBuild = one.baselineEnv !== undefined;

  /** Explains one part; a sealed one by what it contains. */
  function ofPart(part: TextPart, isStable: boolean): Explanation[] {
    const [recorded, replayed] = opened(string(part.recorded), string(part.replayed));
    const reasons = explained(recorded, replayed, part.name, isStable).filter(
      // A part without a name that says so may be the digest of a file.
      ({ byForm }) => !byForm || isIdName(part.name) || isCredentialName(part.name),
    );
    if (reasons.length === 0 && isSealed(part.recorded)) return ofParts(recorded.text, replayed.text, isStable);
    return reasons.map((reason) => ({ ...reason, form: `${reason.form} in a text` }));
  }

  /** Explains every part in which two texts differ: the ids and times of a link, a message, or HTML. */
  function ofParts(recorded: string, replayed: string, isStable: boolean): Explanation[] {
    // In the links of an application to itself, the address of the target stands for the recorded one.
    const isMoved = address !== null && !replayed.includes(address.recorded);
    const moved = isMoved ? recorded.replaceAll(address.recorded, address.replayed) : recorded;
    for (const parts of differingParts(moved, replayed)) {
      const found: Explanation[] = [];
      const isNoise = parts.every((part) => {
        const reasons = ofPart(part, isStable);
        found.push(...reasons);
        return reasons.length > 0;
      });
      if (isNoise) return found;
    }
    return [];
  }

  /** The text behind two placeholders; both as they are if they are known elsewhere, or cannot be opened. */
  function opened(recorded: FieldValue, replayed: FieldValue): [FieldValue, FieldValue] {
    if (isSealed(recorded.text) && isElsewhere(recorded.text, replayed.text)) return [recorded, replayed];
    const texts = [recorded, replayed].map(({ text }) => (isSealed(text) ? (one.open?.(text) ?? null) : null));
    const [a, b] = texts;
    return a == null || b == null ? [recorded, replayed] : [string(a), string(b)];
  }

  return ({ path, subject, recorded: a, replayed: b }) => {
    const recorded = fieldValue(a);
    const replayed = fieldValue(b);
    const again = values.get(path);
    const differs: Explanation[] = again === undefined ? [] : [{ reason: differsReason(one), form: null }];
    const isChangedText = () => {
      const [before, now] = isBesideBuild ? [textOf(b), textOf(a)] : [textOf(a), textOf(b)];
      return again !== undefined && before !== null && now !== null && hasUnmovedChange(before, now, again.texts);
    };
    if (recorded === null || replayed === null) return isChangedText() ? [] : differs;
    const isChanged = again !== undefined && (isOtherTime(recorded, replayed, again) || isChangedText());
    const explanations = isChanged ? [] : differs;
    const isStable = isSentAgain && again === undefined;
    const texts = opened(recorded, replayed);
    explanations.push(...explained(...texts, lastNameOf(subject), isStable));
    if (recorded.type === 'string' && onlyTokenClaimsDiffer(recorded.text, replayed.text)) {
      explanations.push({ reason: 'TOKEN_CLAIMS', form: 'JWT' });
    }
    if (explanations.length > 0 || recorded.type !== 'string' || replayed.type !== 'string') return explanations;
    return ofParts(texts[0].text, texts[1].text, isStable);
  };
}

/** The address that stands for another one in links of the application to itself; null where none is known. */
function addressesOf({ request, targetEnv, baselineEnv }: RequestToJudge) {
  if (targetEnv === undefined) return null;
  const { host } = new URL(targetEnv);
  return baselineEnv === undefined
    ? addressMapping(request, host, '')
    : { recorded: new URL(baselineEnv).host, replayed: host };
}

const string = (text: string): FieldValue => ({ type: 'string', text });

/**
 * Makes the check whether a value was sent, or a replayed one already stood in the recording: then it belongs to
 * something else and was not generated for the response.
 */
function knownTexts({ request, recorded }: RequestToJudge): (before: string, after: string) => boolean {
  let texts: { sent: ReadonlySet<string>; answered: ReadonlySet<string> } | undefined;
  return (before, after) => {
    texts ??= {
      sent: textsIn([request.path, request.body ?? '', ...request.headers.map(([, value]) => value)].join(' ')),
      answered: textsIn(recorded.body ?? ''),
    };
    const { sent, answered } = texts;
    return sent.has(before) || sent.has(after) || answered.has(after);
  };
}

/** The texts that could be ids, tokens or placeholders of sealed ones. */
const textsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [/[\w-]{16,512}/g, /[\w+/=-]{16,512}/g, /sealed\.v1\.[\w-]{38,}\./g].flatMap((form) => text.match(form) ?? []),
  );
