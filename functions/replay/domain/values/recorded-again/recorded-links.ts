import { mappingOf } from '../session-values.ts';
import { segmentEntity, sentEntity } from '../value-entity.ts';
import type { RecordedValues } from './recorded-values.ts';

/** A path segment and the one after it, or a parameter of a query and its value. */
const LINKED =
  /(\/)([A-Za-z][\w.-]{0,99})\/([\w.~-]{1,100})(?=[/\s"'<>?&#]|$)|([?&])([\w.[\]-]{1,100})=([\w.~-]{1,100})/g;

/** A page or another text with the recorded ids in its links. */
export function withRecordedLinks(text: string, { map }: RecordedValues): { value: string; replaced: number } {
  if (map.byValue.size === 0) return { value: text, replaced: 0 };
  let replaced = 0;
  const value = text.replaceAll(
    LINKED,
    (whole, slash?: string, segment = '', id = '', mark = '', parameter = '', given = '') => {
      const [before, name, found] =
        slash === undefined
          ? [
              `${mark}${parameter}=`,
              given,
              mappingOf([map], given, sentEntity({ field: parameter, parent: '', collection: '' })),
            ]
          : [`${slash}${segment}/`, id, mappingOf([map], id, segmentEntity(segment))];
      if (found === undefined || name === '') return whole;
      replaced++;
      return before + found.replayed;
    },
  );
  return { value, replaced };
}
