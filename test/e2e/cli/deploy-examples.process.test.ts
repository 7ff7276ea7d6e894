import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';

const example = (name: string) => readFileSync(`docs/deploy/${name}`, 'utf8');

describe('the examples of docs/deploy', () => {
  test('have a unit that systemd accepts, where systemd-analyze is installed', ({ skip }) => {
    if (!existsSync('/usr/bin/systemd-analyze')) return skip('there is no systemd-analyze on this machine');
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const file = join(folder, 'replay-record.service');
    // It checks that the command exists.
    const verify = (text: string) => {
      writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
      return spawnSync('/usr/bin/systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr;
    };
    const unit = example('replay-record.service');
    expect(verify(unit)).toBe('');
    expect(verify(unit.replace('TimeoutStopSec=40', 'TimeoutStopSec=soon'))).toContain('Failed to parse');
    rmSync(folder, { recursive: true });
  });

  test('share with Compose the network of the application, and keep the spool on a volume', () => {
    const { services, volumes } = load(example('compose.yaml')) as {
      services: Record<string, { network_mode?: string; volumes: string[]; command?: string[] }>;
      volumes: Record<string, unknown>;
    }; // what the assertions check
    const { recorder } = services;
    expect(recorder?.network_mode).toBe('service:shop');
    expect(recorder?.command).toEqual(expect.arrayContaining(['record', '--spool=/spool']));
    for (const mount of recorder?.volumes ?? []) {
      const [source = ''] = mount.split(':');
      expect(source.startsWith('.') || source in volumes, mount).toBe(true);
    }
  });

  test('fit the schemas of Kubernetes', () => {
    const [deployment, service] = loadAll(example('kubernetes.yaml')) as [IDeployment, IService]; // checked by their schemas
    new Deployment(deployment).validate();
    new Service(service).validate();
    const wrong = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } } as unknown as IDeployment; // on purpose
    expect(() => new Deployment(wrong).validate()).toThrow('replicas must be integer');
  });

  test('keep the key of the CA beside the Compose file, out of the repository', () => {
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('docs/deploy/ca/');
    expect(example('compose.yaml'), 'the CA lies beside the file').toContain('- ./ca:/ca:ro');
    expect(readFileSync('docs/tutorials/containers.md', 'utf8')).toContain('replay ca create --ca docs/deploy/ca ');
  });

  test('send the traffic of the Kubernetes Service to the port of the recorder', () => {
    const [deployment, service] = loadAll(example('kubernetes.yaml')) as [
      {
        kind: string;
        spec: {
          template: { spec: { containers: { name: string; args?: string[]; ports: { containerPort: number }[] }[] } };
        };
      },
      { kind: string; spec: { ports: { targetPort: number }[] } },
    ]; // what the assertions check
    expect([deployment.kind, service.kind]).toEqual(['Deployment', 'Service']);
    const recorder = deployment.spec.template.spec.containers.find(({ name }) => name === 'recorder');
    const port = service.spec.ports[0]?.targetPort;
    expect(recorder?.ports).toEqual([{ containerPort: port }]);
    expect(recorder?.args).toEqual(expect.arrayContaining([`--listen=0.0.0.0:${port}`]));
  });
});
