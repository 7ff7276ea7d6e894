import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import { compareText } from '../../../platform/values/text-order.ts';

/** A field in which the running build answers unlike the recording. */
export const MovedField = v.object({ kind: Kind, subject: v.string() });
export type MovedField = v.InferOutput<typeof MovedField>;

const EndpointField = v.object({
  ...MovedField.entries,
  operation: v.string(),
  /** Absent where it is unknown (clusters.ts). */
  method: v.optional(v.string()),
  requests: v.number(),
  /** Where one of these requests is; absent in results of earlier versions. */
  sample: v.optional(v.object({ item: v.number(), chunk: v.number() })),
});
type EndpointField = v.InferOutput<typeof EndpointField>;

/** What has moved since the recording: requests with any such field, and the fields by endpoint. */
export const MovedData = v.object({ requests: v.number(), fields: v.array(EndpointField) });
export type MovedData = v.InferOutput<typeof MovedData>;

interface MovedRequest {
  operation: string;
  method?: string | undefined;
  moved: readonly MovedField[];
  item: number;
}

/** Counts the moved fields of the requests of a chunk. */
export const movedData = (chunk: number, requests: readonly MovedRequest[]): MovedData =>
  mergedMovedData(
    requests.map(({ operation, method, moved, item }) => ({
      requests: 1,
      fields: moved.map((field) => ({
        ...field,
        operation,
        ...(method !== undefined && { method }),
        requests: 1,
        sample: { item, chunk },
      })),
    })),
  );

/** Adds the counts of several chunks: most requests first. */
export function mergedMovedData(parts: readonly MovedData[]): MovedData {
  const fields = new Map<string, EndpointField>();
  let requests = 0;
  for (const part of parts) {
    requests += part.requests;
    for (const field of part.fields) {
      const key = JSON.stringify([field.operation, field.method, field.kind, field.subject]);
      const present = fields.get(key);
      fields.set(key, { ...(present ?? field), requests: field.requests + (present?.requests ?? 0) });
    }
  }
  return { requests, fields: [...fields.values()].sort(byRequests) };
}

const byRequests = (a: EndpointField, b: EndpointField): number =>
  b.requests - a.requests || compareText(a.operation, b.operation) || compareText(a.subject, b.subject);
