import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { SERVICE_VERSION } from '../../values/release/service-version.ts';

/** Until a collector has answered, ms. A stop of the service waits as long. */
const TIMEOUT_MS = 3_000;
const SEND_EVERY_MS = 2_000;

/**
 * Opens the SDK of OpenTelemetry with one exporter, OTLP over HTTP with protobuf. It reads OTEL_EXPORTER_OTLP_HEADERS
 * by itself; a collector that fails loses spans, and nothing waits for it.
 */
export function tracerProvider(endpoint: string): TracerProvider {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'replay-regression', 'service.version': SERVICE_VERSION }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: TIMEOUT_MS }),
    ],
  });
}
