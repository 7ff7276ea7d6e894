import * as v from 'valibot';
import { HostPattern, Sample } from './exchange-filter.ts';
import { ExchangePattern } from './exchange-pattern.ts';
import { RULE_NAMES } from './filter-rules.ts';

const reader =
  <T>(schema: v.GenericSchema<string, T>) =>
  (text: string): T | null => {
    const read = v.safeParse(schema, text);
    return read.success ? read.output : null;
  };

/** Parse one value of a filter each; null if it is unusable. */
export const readFilterValue = {
  host: reader(HostPattern),
  pattern: reader(ExchangePattern),
  rule: reader(v.picklist(RULE_NAMES)),
  sample: reader(Sample),
};
