import { context, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { type LogStage, openLogStage, SPAN, T } from './log-stage.ts';

let stage: LogStage;
beforeAll(async () => {
  stage = await openLogStage();
});
afterAll(() => stage.close());

describe('the OpenTelemetry SDK (interface 2.8)', () => {
  test.for([
    ['protobuf', ProtobufExporter, 'none', '1'],
    ['protobuf, gzip', ProtobufExporter, 'gzip', '2'],
    ['JSON', JsonExporter, 'none', '3'],
    ['JSON, gzip', JsonExporter, 'gzip', '4'],
  ] as const)('delivers %s', async ([, Exporter, compression, digit]) => {
    const traceId = digit.repeat(32);
    const exporter = new Exporter({
      url: `${stage.url}/v1/logs`,
      headers: { 'x-api-key': ADMIN_KEY },
      // not exported by the packages
      compression: compression as NonNullable<NonNullable<ConstructorParameters<typeof Exporter>[0]>['compression']>,
    });
    const provider = new LoggerProvider({
      resource: resourceFromAttributes({ 'service.name': 'checkout' }),
      processors: [new BatchLogRecordProcessor({ exporter, maxExportBatchSize: 100 })],
    });
    const logger = provider.getLogger('test');
    const within = trace.setSpanContext(context.active(), { traceId, spanId: SPAN, traceFlags: TraceFlags.SAMPLED });
    for (let n = 0; n < 250; n++)
      logger.emit({
        timestamp: T + n,
        severityNumber: 17,
        body: `order ${n} failed`,
        attributes: { 'replay.id': 'f'.repeat(24), 'log.source': 'agent' },
        context: within,
      });
    logger.emit({ timestamp: T, body: 'outside of any trace' });
    await provider.forceFlush();
    await provider.shutdown();

    const { rows } = await stage.found({
      trace_id: traceId,
      since: new Date(T).toISOString(),
      until: new Date(T + 250).toISOString(),
    });
    expect(rows).toHaveLength(250);
    expect(rows[249]).toEqual({
      timestamp: new Date(T + 249).toISOString(),
      severity: 'ERROR',
      body: 'order 249 failed',
      service_name: 'checkout',
      source: 'agent',
      trace_id: traceId,
      span_id: SPAN,
      replay_id: 'f'.repeat(24),
    });
  });
});
