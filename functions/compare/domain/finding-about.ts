import { stepsOf } from '../../platform/json/json-path.ts';
import { plainMask } from '../../recordings/domain/masks/mask.ts';
import { maskText } from '../../recordings/domain/masks/mask-text.ts';
import { KIND_LABELS } from './kind-labels.ts';
import type { Kind } from './kinds.ts';

/** A finding for the audit log, by its kind and the last name of its field: `Value changed price`. Holds no value. */
export const findingAbout = ({ kind, subject }: { kind: Kind; subject: string }): string =>
  `${KIND_LABELS[kind].en} ${maskText(lastNameOf(subject), plainMask)}`.trim();

/** Of a call, whose subject starts with the called service, the name of it. The root goes without saying. */
function lastNameOf(subject: string): string {
  const names = stepsOf(subject)?.flatMap(({ selectors }) =>
    selectors.flatMap((selector) => (selector.type === 'name' ? selector.name : [])),
  );
  return names === undefined ? (subject.split(' ', 1)[0] ?? '') : (names.at(-1) ?? '');
}
