import * as v from 'valibot';
import { Difference } from '../../../compare/domain/difference.ts';
import { lengthsOf } from '../../../compare/domain/length-note.ts';
import { sealedSides } from '../../../compare/domain/sealed-sides.ts';
import { isSensitiveName } from '../../../compare/domain/sensitive-field.ts';
import { job } from '../../../platform/values/job.ts';
import { shownSealedJson } from '../../../platform/values/sealed-text.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { isCredentialName } from '../../../recordings/domain/masks/credential-names.ts';
import { type Mask, numberedMask } from '../../../recordings/domain/masks/mask.ts';
import { recordedSide } from '../../../replay/domain/baseline/recorded-side.ts';
import { maskedDifference } from '../masked-result.ts';
import { cutPair } from './cut-pair.ts';
import type { ValuePair } from './round-values.ts';

/** The values of one difference, as every reader may see them. */
export type ShownValue = Pick<Difference, 'kind' | 'subject'> & Pick<ValuePair, 'recorded' | 'replayed' | 'asRecorded'>;

/** The values of a stored result: of its differences, and of what the running build answered unlike the recording. */
interface ShownValues {
  values: ShownValue[];
  moved: ShownValue[];
}

const Differences = v.object({
  differences: v.array(Difference),
  baseline: v.optional(v.object({ differences: v.optional(v.array(Difference)) })),
});
const NOT_SHOWN = '"***"';

/**
 * Reads the values of a stored result: the first of each kind and subject, cut, and without secrets and personal data;
 * none if its bytes have expired.
 */
export const shownValuesJob = job(
  'findings.shown-values',
  ({ stored }: { stored: Uint8Array | undefined }): ShownValues => {
    if (stored === undefined) return { values: [], moved: [] };
    const { differences, baseline } = v.parse(Differences, jsonOfStored(stored));
    const shown = shownSides(numberedMask());
    if (baseline === undefined) return { values: firstOfEach(differences).map(shown), moved: [] };
    const { differences: left = [] } = baseline;
    return {
      values: firstOfEach(differences).map((one) => ({ ...shown(one), ...asRecorded(one, left, shown) })),
      moved: firstOfEach(left).map((one) => {
        const { recorded, replayed, ...field } = shown(one);
        const between = differences.find(({ path, kind }) => path === one.path && kind === one.kind);
        // Both builds answer alike where they do not differ.
        return {
          ...field,
          asRecorded: recorded,
          recorded: replayed,
          replayed: between ? shown(between).replayed : replayed,
        };
      }),
    };
  },
);

const firstOfEach = (differences: readonly Difference[]): Difference[] =>
  [...Map.groupBy(differences, ({ kind, subject }) => `${kind} ${subject}`).values()].flatMap(([first]) => first ?? []);

/** What was recorded at the place of a difference of two builds, where that is known. */
function asRecorded(
  difference: Difference,
  left: readonly Difference[],
  shown: (one: Difference) => ShownValue,
): Pick<ShownValue, 'asRecorded'> {
  const side = recordedSide(difference, left);
  if (side === 'unknown') return {};
  if (side === 'absent') return { asRecorded: null };
  return { asRecorded: shown(side === 'same' ? difference : side).recorded };
}

/** Creates the function that reads the two values of a difference. */
const shownSides =
  (mask: Mask) =>
  (difference: Difference): ShownValue => {
    const { kind, subject, recorded, replayed } = maskedDifference(difference, mask, isSecretName);
    const lengths = kind === 'ARRAY_LENGTH' ? lengthsOf(difference.note ?? '') : null;
    if (lengths !== null)
      return { kind, subject, recorded: lengths.recorded.toLocaleString('en'), replayed: elements(lengths.replayed) };
    const sealed = sealedSides(difference.note);
    if (sealed !== null) return { kind, subject, ...sealed };
    const shown = cutPair({
      recorded: recorded && shownSealedJson(recorded),
      replayed: replayed && shownSealedJson(replayed),
    });
    // Some are known by their values, whatever their names are.
    return kind === 'SENSITIVE_FIELD'
      ? { kind, subject, recorded: null, replayed: NOT_SHOWN }
      : { kind, subject, ...shown };
  };

/** Of two lists, the lengths say more than the elements. */
const elements = (count: number): string => `${count.toLocaleString('en')} element${count === 1 ? '' : 's'}`;

const isSecretName = (name: string): boolean => isCredentialName(name) || isSensitiveName(name);
