import * as v from 'valibot';
import { HostPattern, Sample } from './exchange-filter.ts';
import { ExchangePattern } from './exchange-pattern.ts';
import { RULE_NAMES } from './filter-rules.ts';

const parser =
  <T>(schema: v.GenericSchema<string, T>) =>
  (text: string): T | null => {
    const parsed = v.safeParse(schema, text);
    return parsed.success ? parsed.output : null;
  };

/** Parses one value of a filter each; null if it is unusable. */
export const parseFilterValue = {
  host: parser(HostPattern),
  pattern: parser(ExchangePattern),
  rule: parser(v.picklist(RULE_NAMES)),
  sample: parser(Sample),
};
