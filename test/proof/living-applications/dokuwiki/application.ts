import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianPackage } from '../debian-package.ts';
import type { LivingApplication } from '../living-application.ts';
import { dokuwikiTraffic } from './traffic.ts';

const CODE = '/usr/share/dokuwiki';
const PHP = '/usr/bin/php';

/** Folders of pages, which the wiki expects to be there. */
const DATA = 'attic cache index locks log media media_attic media_meta meta pages tmp'.split(' ');

/** The bcrypt hash of the password of both users. */
const HASH = '$2y$04$pJ9yJbVhIkojh9L3wj8BEulaWkNgpdToMQ2nFo7OBwtAvt.rsC4oC';

/** Everyone reads, users write. */
const ACL = '* @ALL 1\n* @user 8\n';
const LOCAL = (data: string) => `<?php
$conf['title'] = 'Wiki';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['savedir'] = '${data}';
$conf['updatecheck'] = 0;
$conf['securecookie'] = 0;
`;

/** A wiki in PHP over files. */
export const dokuwiki: LivingApplication = {
  name: 'dokuwiki',
  ...debianPackage(['dokuwiki', 'php-cli', 'php-xml'], [PHP, `${CODE}/doku.php`]),
  uses: 'PHP pages: sessions and remembered logins of two users, security tokens in forms, revisions by time, local times',
  start: ({ folder, port }) => {
    const [code, data] = [join(folder, 'wiki'), join(folder, 'data')];
    cpSync(CODE, code, { recursive: true, dereference: true });
    cpSync('/etc/dokuwiki', join(code, 'conf'), { recursive: true, dereference: true });
    const conf = `'${join(code, 'conf')}/'`;
    writeFileSync(
      join(code, 'inc/preload.php'),
      `<?php define('DOKU_MAIN_CONF', ${conf}); define('DOKU_CONF', ${conf});`,
    );
    for (const name of DATA) mkdirSync(join(data, name), { recursive: true });
    writeFileSync(join(code, 'conf/local.php'), LOCAL(data));
    writeFileSync(join(code, 'conf/acl.auth.php'), ACL);
    const users = ['ann', 'ben'].map((name) => `${name}:${HASH}:${name}:${name}@example.com:user`);
    writeFileSync(join(code, 'conf/users.auth.php'), `${users.join('\n')}\n`);
    return { program: PHP, args: ['-d', 'date.timezone=Europe/Berlin', '-S', `127.0.0.1:${port}`, '-t', code] };
  },
  ready: '/doku.php',
  traffic: dokuwikiTraffic,
  planted: [
    {
      what: 'a word of a page, beside the time of its last change',
      on: /^GET \/doku\.php\?id=bread$/,
      change: (response) => {
        response.text = response.text.replace('Of rye', 'Of oat');
      },
      row: { kind: 'FIELD_VALUE', subject: "html['main#dokuwiki__content'].div['div.page'].div.p.text" },
    },
    {
      what: 'the heading of the revisions, beside their times and links',
      on: /^GET \/doku\.php\?id=milk&do=revisions/,
      change: (response) => {
        response.text = response.text.replace('>Old Revisions<', '>Old Versions<');
      },
      row: { kind: 'FIELD_VALUE', subject: "html['h1#old_revisions']" },
    },
    {
      what: 'a saved page leads to the start',
      on: /^POST \/doku\.php\?id=milk/,
      change: ({ headers }) => {
        if (headers.location !== undefined) headers.location = '/doku.php?id=start';
      },
      row: { kind: 'FIELD_VALUE', subject: '@headers.location' },
    },
    {
      what: 'a link of the index leads elsewhere',
      on: /^GET \/doku\.php\?id=bread&do=index/,
      change: (response) => {
        response.text = response.text.replace(
          '<a href="/doku.php?id=milk" class="wikilink1" title="milk"',
          '<a href="/doku.php?id=oil" class="wikilink1" title="milk"',
        );
      },
      row: { kind: 'FIELD_VALUE', subject: "html['div#index__tree'].ul.li[*].div.a['@href']" },
    },
    {
      what: 'a suggestion of a search is new',
      on: /^POST \/lib\/exe\/ajax\.php/,
      change: (response) => {
        response.text = '<strong>Quick Search</strong>butter';
      },
      row: { kind: 'NEW_FIELD', subject: '$' },
    },
  ],
};
