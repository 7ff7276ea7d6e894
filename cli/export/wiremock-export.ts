import { type ExportFormat, NOT_RECORDED, TRUNCATED } from './export-writer.ts';
import { stubKey, stubOf } from './stub-of.ts';
import { stubbedCalls } from './stubbed-calls.ts';

const REPEATED = 'a newer case has the same request, and WireMock answers a request in one way';

/**
 * Stub mappings of WireMock (`mappings` of one file), the newest case of each request, and those of the HTTP calls of
 * cases for each target.
 */
export const wireMockExport: ExportFormat = () => {
  const seen = new Set<string>();
  return {
    order: (cases) => cases,
    start: () => '{"mappings":[',
    add({ caseId, request, response, recordedAt, durationMs }) {
      if (request.truncated || response?.truncated) return { reason: TRUNCATED };
      if (response === null) return { reason: NOT_RECORDED };
      const key = stubKey(request);
      if (seen.has(key)) return { reason: REPEATED };
      const recorded = { caseId, at: recordedAt, durationMs };
      const text = `${seen.size === 0 ? '' : ','}\n${stubOf({ seed: caseId, request, response, recorded })}`;
      seen.add(key);
      return text;
    },
    end: () => `\n],"meta":{"total":${seen.size}}}\n`,
    callsOf: stubbedCalls(),
  };
};
