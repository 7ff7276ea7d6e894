import * as v from 'valibot';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { ImportOptions } from '../domain/importers/import-cases.ts';
import { IMPORT_QUERY } from './import-query.ts';

/** The sessions of an import: those of a part are stated, as they do not follow from it; refused with the parameter. */
export function sessionsOf(query: URLSearchParams): Result<NonNullable<ImportOptions['sessions']> | null, 'UNUSABLE'> {
  const session = query.get('session');
  const sessionBy = query.get('sessionBy');
  if (session !== null && !v.is(IMPORT_QUERY.session.schema, session)) return refuse('UNUSABLE', 'session');
  if (sessionBy !== null && (session !== null || !v.is(IMPORT_QUERY.sessionBy.schema, sessionBy)))
    return refuse('UNUSABLE', 'sessionBy');
  if (session !== null) return accept({ session });
  if (sessionBy !== null) return accept({ sessionBy });
  return accept(query.has('first') ? null : 'inferred');
}
