import * as v from 'valibot';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { FilterOptions } from '../domain/filter/exchange-filter.ts';
import { MAX_PATTERNS } from '../domain/filter/exchange-pattern.ts';
import { IMPORT_QUERY } from './import-query.ts';

/** Maximum hosts that an import chooses. */
const MAX_HOSTS = 100;

/** Parses the filter of an import; refused with the name of the first unusable parameter. */
export function importFilterOf(query: URLSearchParams): Result<FilterOptions, 'UNUSABLE'> {
  const listOf = <T>(name: string, schema: v.GenericSchema<string, T>, max: number) =>
    v.safeParse(v.pipe(v.array(schema), v.maxLength(max)), query.getAll(name));
  const hosts = listOf('hosts', IMPORT_QUERY.hosts.schema, MAX_HOSTS);
  if (!hosts.success) return refuse('UNUSABLE', 'hosts');
  const include = listOf('include', IMPORT_QUERY.include.schema, MAX_PATTERNS);
  if (!include.success) return refuse('UNUSABLE', 'include');
  const exclude = listOf('exclude', IMPORT_QUERY.exclude.schema, MAX_PATTERNS);
  if (!exclude.success) return refuse('UNUSABLE', 'exclude');
  const keep = v.safeParse(v.array(IMPORT_QUERY.keep.schema), query.getAll('keep'));
  if (!keep.success) return refuse('UNUSABLE', 'keep');
  const sample = v.safeParse(IMPORT_QUERY.sample.schema, query.get('sample') ?? '1');
  if (!sample.success) return refuse('UNUSABLE', 'sample');
  // The most frequent host of a file does not follow from one of its parts.
  const unchosen = query.has('first') ? ['*'] : null;
  return accept({
    hosts: hosts.output.length > 0 ? hosts.output : unchosen,
    include: include.output,
    exclude: exclude.output,
    keep: keep.output,
    sample: sample.output,
  });
}
