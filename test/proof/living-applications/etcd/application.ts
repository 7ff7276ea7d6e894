import { join } from 'node:path';
import { inJson } from '../changed-build.ts';
import { debianPackage } from '../debian-package.ts';
import type { LivingApplication } from '../living-application.ts';
import { etcdTraffic } from './traffic.ts';

/** The key-value store of Kubernetes by its JSON gateway. */
export const etcd: LivingApplication = {
  name: 'etcd',
  ...debianPackage(['etcd-server'], ['/usr/bin/etcd']),
  uses: 'reads and writes that are all POSTs, revisions by number, leases with random ids, tokens of two users and roles',
  start: ({ folder, port }) => {
    const url = `http://127.0.0.1:${port}`;
    return {
      program: '/usr/bin/etcd',
      args: [
        ...['--data-dir', join(folder, 'data'), '--listen-client-urls', url, '--advertise-client-urls', url],
        ...['--listen-peer-urls', 'http://127.0.0.1:0', '--logger', 'zap', '--log-level', 'error'],
      ],
    };
  },
  ready: '/version',
  traffic: etcdTraffic,
  planted: [
    {
      what: 'another version of the cluster',
      on: /^GET \/version/,
      change: inJson((body) => {
        body.etcdcluster = '9.9.0';
      }),
      row: { kind: 'FIELD_VALUE', subject: 'etcdcluster' },
    },
    {
      what: 'a read lacks its count',
      on: /^POST \/v3\/kv\/range/,
      change: inJson((body) => {
        delete body.count;
      }),
      row: { kind: 'FIELD_MISSING', subject: 'count' },
    },
    {
      what: 'a transaction says that it did not succeed',
      on: /^POST \/v3\/kv\/txn/,
      change: inJson((body) => {
        if (body.succeeded) body.succeeded = false;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'succeeded' },
    },
    {
      what: 'leases live for half as long',
      on: /^POST \/v3\/lease\/grant/,
      change: inJson((body) => {
        body.TTL = String(Number(body.TTL) / 2);
      }),
      row: { kind: 'FIELD_VALUE', subject: 'TTL' },
    },
    {
      what: 'the list of users fails',
      on: /^POST \/v3\/auth\/user\/list/,
      change: (response) => {
        response.status = 500;
      },
      row: { kind: 'SERVER_ERROR', subject: '500' },
    },
  ],
};
