import * as v from 'valibot';
import {
  type ApiRequest,
  bodyBytes,
  type Endpoint,
  failure,
  ok,
  plainErrors,
  RECORDER_BODY,
} from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import type { IntakeServices } from '../composition.ts';
import { bytesToRead, type ImportedCases, type ImportOptions } from '../domain/importers/import-cases.ts';
import type { RuleToAdd } from '../domain/importers/rule-to-add.ts';
import { importJob } from '../domain/intake-jobs.ts';
import { operationName } from '../domain/operation-name.ts';
import { ingest, OVER_BUDGET } from '../service/ingest.ts';
import type { ImportAnswer } from './import-answer.ts';
import { importFilterOf } from './import-filter-of.ts';
import { IMPORT_QUERY } from './import-query.ts';
import { sessionsOf } from './import-sessions-of.ts';
import { recordingDocs } from './recordings.doc.ts';

/** Maximum hosts in an answer. */
const MAX_LISTED_HOSTS = 100;

/** Imports a file of recordings made by other tools (interface 10). */
export const importRecordings: Endpoint<
  Pick<
    IntakeServices,
    'now' | 'recordings' | 'recordingKeys' | 'applications' | 'newId' | 'log' | 'work' | 'addImportedRules'
  >
> = endpoint({
  method: 'POST',
  path: '/api/recorder/imports',
  scope: 'record',
  body: RECORDER_BODY,
  grows: true,
  storedBytes: (request) => (isPreview(request) ? 0 : bodyBytes(request)),
  errors: plainErrors,
  doc: recordingDocs.importRecordings,

  async answer({ bytes, query, caller }, services) {
    const appId = query.get('appId') ?? '';
    if (!v.is(IMPORT_QUERY.appId.schema, appId)) return badParameter('appId');
    const recordedAt = query.get('recordedAt');
    if (recordedAt !== null && !v.is(IMPORT_QUERY.recordedAt.schema, recordedAt)) return badParameter('recordedAt');
    const pin = query.get('pin');
    if (pin !== null && !v.is(IMPORT_QUERY.pin.schema, pin)) return badParameter('pin');
    const first = v.safeParse(IMPORT_QUERY.first.schema, query.get('first') ?? '0');
    if (!first.success) return badParameter('first');
    const shiftMs = v.safeParse(v.nullable(IMPORT_QUERY.shiftMs.schema), query.get('shiftMs'));
    if (!shiftMs.success) return badParameter('shiftMs');

    const preview = query.get('preview');
    if (preview !== null && !v.is(IMPORT_QUERY.preview.schema, preview)) return badParameter('preview');
    const filter = importFilterOf(query);
    if (!filter.ok) return badParameter(filter.message);

    const sessions = sessionsOf(query);
    if (!sessions.ok) return badParameter(sessions.message);

    const options: ImportOptions = {
      format: query.get('format') ?? '',
      appId,
      now: services.now(),
      recordedAt: recordedAt ?? 'shifted',
      first: first.output,
      shiftMs: shiftMs.output,
      filter: filter.value,
      sessions: sessions.value,
    };
    const read = await services.work.run(importJob, () => ({ bytes: new Uint8Array(bytes), ...options }), {
      bytes: bytesToRead(options.format, bytes),
      urgent: true,
    });
    if (!read.ok) return OVER_BUDGET;
    if (!read.value.ok) return failure(422, read.value.code, read.value.message);
    const { cases, positions, taken, leftOut, hosts, rules, lacksCredentials } = read.value.value;
    const listed = {
      leftOut,
      hosts: hosts.slice(0, MAX_LISTED_HOSTS),
      ...(lacksCredentials && { lacksCredentials: true as const }),
    };
    const offered = await rulesToAdd(rules, appId, services);
    if (preview === 'true') {
      const rejected = cases.flatMap((one, at) =>
        'reason' in one ? [{ index: positions[at] ?? at, reason: one.reason }] : [],
      );
      const ofRules = offered.length > 0 && { rules: { stored: 0, storedRules: [], offered } };
      return ok({ accepted: 0, duplicates: 0, rejected, ...listed, ...ofRules, preview: taken } satisfies ImportAnswer);
    }
    const stored = await ingest(cases, { pinned: pin === 'true', bytes: bytes.byteLength }, services);
    if (!stored.ok) return OVER_BUDGET;
    const rejected = stored.value.rejected.map(({ index, reason }) => ({ index: positions[index] ?? index, reason }));
    const mayStore = offered.length > 0 && hasScope(caller, 'write');
    const isStored = mayStore && (await services.addImportedRules(appId, offered, caller));
    const ofRules = offered.length > 0 && {
      rules: isStored
        ? { stored: offered.length, storedRules: offered, offered: [] }
        : { stored: 0, storedRules: [], offered },
    };
    return ok({ ...stored.value, rejected, ...listed, ...ofRules } satisfies ImportAnswer);
  },
});

/** The rules of a file, with its endpoints named as those of the application are. */
async function rulesToAdd(
  rules: ImportedCases['rules'],
  appId: string,
  { applications }: Pick<IntakeServices, 'applications'>,
): Promise<RuleToAdd[]> {
  if (rules.length === 0) return [];
  const { operationNaming } = await applications.settings(appId);
  const toAdd = rules.map(({ endpoint: named, target, path, comment }): RuleToAdd => {
    const operation = named && operationName(null, { ...named, rpc: null }, operationNaming);
    return { kind: 'ignore', operation, target, path, comment };
  });
  // Endpoints of several methods may have one name.
  return [...new Map(toAdd.map((rule) => [JSON.stringify(rule), rule])).values()].slice(0, MAX_IMPORTED_RULES);
}

/** Maximum rules that a file brings, as of an application. */
const MAX_IMPORTED_RULES = 1000;

const isPreview = ({ query }: Pick<ApiRequest, 'query'>) => query.get('preview') === 'true';
