import { parse } from 'protobufjs';
import { openTarget } from '../fakes/recorded-target.ts';

/** What tests read of https://opentelemetry.io/proto/otlp: field numbers are those of the standard. */
const SCHEMA = `syntax = "proto3";
message Value { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message Attribute { string key = 1; Value value = 2; }
message Resource { repeated Attribute attributes = 1; }
message Status { int32 code = 3; }
message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6; repeated Attribute attributes = 9; Status status = 15; }
message ScopeSpans { repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Request { repeated ResourceSpans resource_spans = 1; }`;
const Request = parse(SCHEMA).root.lookupType('Request');

interface WireAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

/** A span that a collector has received. */
export interface ReceivedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  service: string | undefined;
  attributes: Record<string, string | number | undefined>;
  status: number | undefined;
}

/** A collector of OTLP over HTTP, which stores the spans that it gets. */
export async function openCollector(status = 200) {
  const { url, seen, close } = await openTarget((_, response) => response.writeHead(status).end());
  return {
    url,
    seen,
    close,
    spans: (): ReceivedSpan[] => seen.flatMap(({ body }) => spansOf(body)),
  };
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const decoded = Request.toObject(Request.decode(body), { longs: Number, bytes: Buffer, enums: Number }) as {
    resourceSpans: {
      resource: { attributes: WireAttribute[] };
      scopeSpans: {
        spans: (Record<'traceId' | 'spanId' | 'parentSpanId', Buffer> & {
          name: string;
          kind: number;
          attributes?: WireAttribute[];
          status?: { code?: number };
        })[];
      }[];
    }[];
  }; // by the schema above
  return decoded.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, attributes, status }) => ({
        name,
        kind,
        traceId: hex(traceId),
        spanId: hex(spanId),
        parentSpanId: hex(parentSpanId),
        service: String(membersOf(resource.attributes)['service.name']),
        attributes: membersOf(attributes),
        status: status?.code,
      })),
    ),
  );
}

const hex = (bytes: Buffer | undefined): string => Buffer.from(bytes ?? []).toString('hex');

const membersOf = (attributes: readonly WireAttribute[] = []): ReceivedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
