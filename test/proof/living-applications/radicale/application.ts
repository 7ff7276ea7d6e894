import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianPackage } from '../debian-package.ts';
import type { LivingApplication } from '../living-application.ts';
import { PASSWORD, radicaleTraffic } from './traffic.ts';

/** A calendar server: CalDAV over files. */
export const radicale: LivingApplication = {
  name: 'radicale',
  ...debianPackage(['radicale'], ['/usr/bin/radicale']),
  uses: 'CalDAV and CardDAV: PROPFIND, REPORT, XML, ETags, sync tokens, two users by Basic authentication',
  start: ({ folder, port }) => {
    const users = join(folder, 'users');
    writeFileSync(users, `ann:${PASSWORD}\nben:${PASSWORD}\n`);
    const file = join(folder, 'config');
    const auth = `[auth]\ntype = htpasswd\nhtpasswd_filename = ${users}\nhtpasswd_encryption = plain\ndelay = 0\n`;
    const storage = `[storage]\nfilesystem_folder = ${join(folder, 'collections')}\n`;
    writeFileSync(file, `[server]\nhosts = 127.0.0.1:${port}\n${auth}${storage}[logging]\nlevel = error\n`);
    return { program: '/usr/bin/radicale', args: ['--config', file] };
  },
  traffic: radicaleTraffic,
  planted: [
    {
      what: 'an event has another summary',
      on: /^GET \/ann\/work\/lunch\.ics/,
      change: (response) => {
        response.text = response.text.replace('SUMMARY:Lunch', 'SUMMARY:Dinner');
      },
      row: { kind: 'UNSTRUCTURED_CONTENT', subject: 'response' },
    },
    {
      what: 'a calendar has another name',
      on: /^PROPFIND \/ben\/private\/$/,
      sent: /<prop><displayname\/><\/prop>/,
      change: (response) => {
        response.text = response.text.replace(/<displayname>[^<]*</, '<displayname>Other<');
      },
      row: { kind: 'FIELD_VALUE', subject: 'multistatus.response.propstat.prop.displayname' },
    },
    {
      what: 'an event that was found is not found',
      on: /^GET \/ben\/private\/dentist\.ics/,
      change: (response) => {
        response.status = 404;
      },
      row: { kind: 'NOT_FOUND', subject: '404' },
    },
    {
      what: 'a calendar is of another type',
      on: /^GET \/ann\/work\/$/,
      change: ({ headers }) => {
        headers['content-type'] = 'text/plain; charset=utf-8';
      },
      row: { kind: 'FIELD_VALUE', subject: "@headers['content-type']" },
    },
    {
      what: 'deleting an event fails',
      on: /^DELETE \/ann\/work\/lunch/,
      change: (response) => {
        response.status = 500;
      },
      row: { kind: 'SERVER_ERROR', subject: '500' },
    },
  ],
};
