import { describe, expect, test } from 'vitest';
import {
  canonicalJson,
  digestOfBytes,
  digestOfJson,
  GENESIS_DIGEST,
} from '../../../functions/evaluation/domain/canonical-json.ts';

/** Test vectors of the specification: a value in canonical form and its digest. */
const COMPONENTS: [component: string, canonical: string, digest: string][] = [
  [
    'framework_definition',
    '{"config":{"app_id":"demo-app","case_source":"rolling","case_source_hours":24,"operations":[]},"framework":"replay-regression","schema":"eval.framework-definition/v1"}',
    'sha256:e4322306dd34c2759be803922d54321de539b2f9d79007beb2af77eedc446660',
  ],
  [
    'framework_definition_pinned',
    '{"config":{"app_id":"demo-app","case_set":{"digest":"sha256:cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"},"case_source":"pinned","operations":["/api/orders"]},"framework":"replay-regression","schema":"eval.framework-definition/v1"}',
    'sha256:29e033a7d906ec28c3a902c86c05a7b93908727e6c5649e6853eca67547fb36c',
  ],
  [
    'runner',
    '{"determinism":"pinned_external","framework":"replay-regression","id":"replay-regression@1.0.0","optional_capabilities":["replay.ai_analysis"],"protocol":{"max":1,"min":1},"required_capabilities":["replay.engine.v1","runtime.builtin"],"result_schema":"replay-regression.result/v1","runtime":"builtin","schema":"eval.runner/v1"}',
    'sha256:da647cd04704fa45bb4e52543f35ac2d142445e5db9aa1bd26399a0f81c48363',
  ],
  [
    'runner_unsupported',
    '{"determinism":"live","framework":"gpu-judge","id":"gpu-judge@1.0.0","optional_capabilities":[],"protocol":{"max":1,"min":1},"required_capabilities":["accelerator.gpu.v1"],"result_schema":"gpu-judge.result/v1","runtime":"oci","schema":"eval.runner/v1"}',
    'sha256:69648d75f9d0fcfadf8d9d8033e4f1eb48572975e3575ddf1759ad468446cc0c',
  ],
  [
    'subject',
    '{"image_digest":"sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","kind":"http_service","name":"demo-app","revision":"0123456789abcdef0123456789abcdef01234567","schema":"eval.subject/v1"}',
    'sha256:2f4ed8c5aaf09c6e35f0078c4380081fb55d0361df77ab49d314cec5efce6896',
  ],
  [
    'environment',
    '{"enable_mock":true,"limits":{"max_attempts":1,"max_result_mb":50,"timeout_s":3600},"network":{"hosts":["sut.test.internal:8080"],"mode":"allowlist"},"required_capabilities":["network.egress.target"],"schema":"eval.environment/v1","secrets":[],"target_env":"http://sut.test.internal:8080"}',
    'sha256:afa1f7377d537e041d3a552bd1f1e51ee6ddfc9e7783968fa1e263b8df0d3808',
  ],
  [
    'environment_nomock',
    '{"enable_mock":false,"limits":{"max_attempts":1,"max_result_mb":50,"timeout_s":3600},"network":{"hosts":["sut.test.internal:8080"],"mode":"allowlist"},"required_capabilities":["network.egress.target"],"schema":"eval.environment/v1","secrets":[],"target_env":"http://sut.test.internal:8080"}',
    'sha256:c76eb4c66cd4c53b9378e231204a62af47b156a264aca766e94e0d6bc62a5d93',
  ],
  [
    'gate_policy',
    '{"combine":"all","name":"replay-release","rules":[{"field":"framework_attempt.status","id":"attempt-ok","op":"eq","value":"succeeded"},{"aggregation":"mean","id":"pass-rate","metric":"replay.pass_rate","min_samples":1,"on_missing":"fail","op":"gte","threshold":0.95},{"aggregation":"max","id":"no-needs-action","metric":"replay.needs_action_interfaces","op":"lte","threshold":0},{"aggregation":"mean","baseline":{"mode":"absolute","ref":"last_passing"},"id":"no-regression","metric":"replay.pass_rate","on_missing":"skip","op":"gte","threshold":-0.02},{"aggregation":"p95","enforcement":"advisory","id":"p95","metric":"replay.case_latency_ms","on_missing":"skip","op":"lte","threshold":500}],"schema":"eval.gate-policy/v1"}',
    'sha256:d9349e428741219930b8879d312ddb08a277555e154a058f7976f243d8e7f71b',
  ],
];

describe('the canonical digest (evaluation 3.4)', () => {
  test('has sorted names, shortest numbers and no needless escapes in the sample of RFC 8785', () => {
    const value = JSON.parse('{"b":[1.0,1e30,4.50,0.002],"a":"\\u20ac\\u000f","\\u00f6":true,"A":null}');
    expect(canonicalJson(value)).toBe('{"A":null,"a":"€\\u000f","b":[1,1e+30,4.5,0.002],"ö":true}');
    expect(digestOfJson(value)).toBe('sha256:4b935043a491240ee95a8d5b586b8ed4670618e8396d64d69b48145c2e90055a');
  });

  test.for(COMPONENTS)('is that of the contract: %s', ([, canonical, digest]) => {
    const value: unknown = JSON.parse(canonical);
    expect(canonicalJson(value)).toBe(canonical);
    expect(digestOfJson(value)).toBe(digest);
    expect(digestOfBytes(Buffer.from(canonical))).toBe(digest);
  });

  test('is that of the contract for the empty object', () => {
    expect(digestOfJson({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });

  test.for<[canonical: string, value: unknown]>([
    ['{"€":1,"😀":2,"\ufb33":3}', { '\ufb33': 3, '😀': 2, '€': 1 }],
    ['{"a":1}', { b: undefined, a: 1 }],
    ['[0,9007199254740991,1e+21,1e-7]', [-0, 9007199254740991, 1e21, 0.0000001]],
    ['"\u00c5"', '\u00c5'],
    ['"A\u030a"', 'A\u030a'],
  ])('is taken of %s', ([canonical, value]) => {
    expect(canonicalJson(value)).toBe(canonical);
  });

  test.for<[what: string, value: unknown]>([
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a name', { '\udfff': 1 }],
    ['NaN', [Number.NaN]],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
    ['nothing', undefined],
  ])('is refused for %s', ([, value]) => {
    expect(() => digestOfJson(value)).toThrow();
  });

  test('has 64 zeros for genesis', () => {
    expect(GENESIS_DIGEST).toMatch(/^sha256:0{64}$/);
  });
});
