import * as v from 'valibot';
import { Difference } from '../../../compare/domain/difference.ts';
import { lengthsOf } from '../../../compare/domain/length-note.ts';
import { sealedSides } from '../../../compare/domain/sealed-sides.ts';
import { isSensitiveName } from '../../../compare/domain/sensitive-field.ts';
import { job } from '../../../platform/values/job.ts';
import { shownSealedJson } from '../../../platform/values/sealed-text.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { isCredentialName } from '../../../recordings/domain/masks/credential-names.ts';
import { numberedMask } from '../../../recordings/domain/masks/mask.ts';
import { maskedDifference } from '../masked-result.ts';
import { cutPair } from './cut-pair.ts';

/** The values of one difference, as every reader may see them. */
export type ShownValue = Pick<Difference, 'kind' | 'subject' | 'recorded' | 'replayed'>;

const Differences = v.object({ differences: v.array(Difference) });
const NOT_SHOWN = '"***"';

/**
 * Reads the values of a stored result: the first of each kind and subject, cut, and without secrets and personal data;
 * none if its bytes have expired.
 */
export const shownValuesJob = job(
  'findings.shown-values',
  ({ stored }: { stored: Uint8Array | undefined }): ShownValue[] => {
    if (stored === undefined) return [];
    const { differences } = v.parse(Differences, jsonOfStored(stored));
    const first = new Map<string, Difference>();
    for (const one of differences) {
      const key = `${one.kind} ${one.subject}`;
      if (!first.has(key)) first.set(key, one);
    }
    const mask = numberedMask();
    return [...first.values()].map((difference) => {
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
    });
  },
);

/** Of two lists, the lengths say more than the elements. */
const elements = (count: number): string => `${count.toLocaleString('en')} element${count === 1 ? '' : 's'}`;

const isSecretName = (name: string): boolean => isCredentialName(name) || isSensitiveName(name);
