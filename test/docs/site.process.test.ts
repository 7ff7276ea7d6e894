import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type NavigationItem, SIDEBAR } from '../../docs/.vitepress/sidebar.ts';

const SITE = 'docs/.vitepress/dist';
const filesOf = (extension: string) =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(extension));
const read = (file: string) => readFileSync(join(SITE, file), 'utf8');

/** The links of the navigation, of all sections. */
const linksOf = (sections: readonly NavigationItem[] = []): string[] =>
  sections.flatMap(({ link, items }) => [...(link === undefined ? [] : [link]), ...linksOf(items)]);

let built: { status: number | null; stderr: string };

beforeAll(() => {
  const { status, stderr } = spawnSync('docs/.vitepress/node_modules/.bin/vitepress', ['build', 'docs'], {
    encoding: 'utf8',
  });
  built = { status, stderr };
});

describe('npm run docs:build', () => {
  test('builds the site without dead links', () => {
    expect(built.status, built.stderr).toBe(0);
  });

  test('has a page for each document', () => {
    const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.startsWith('.vitepress'))
      .map((file) => `docs/${file.replace(/md$/, 'html')}`);
    const pages = filesOf('.html');
    expect([...documents, 'index.html', 'CHANGELOG.html'].filter((page) => !pages.includes(page))).toEqual([]);
  });

  test('requests nothing from another host', () => {
    const requests = [...filesOf('.html'), ...filesOf('.css')].flatMap((file) =>
      [
        ...read(file).matchAll(
          /<(?:script|img|link)[^>]+(?:src|href)="https?:[^"]*|url\(["']?https?:[^)]*|@import[^;]*/g,
        ),
      ].map(([match]) => `${file}: ${match}`),
    );
    expect(requests).toEqual([]);
  });

  test('draws diagrams as pictures, and copies the examples that pages link to', () => {
    expect(read('docs/how-it-works.html')).toMatch(/<figure[^>]*><svg /);
    expect(existsSync(join(SITE, 'docs/deploy/kubernetes.yaml'))).toBe(true);
  });

  test('links to the files of examples', () => {
    const dead = filesOf('.html').flatMap((file) =>
      [...read(file).matchAll(/<a href="([^":#/][^":#]*)["#]/g)].flatMap(([, href = '']) =>
        existsSync(join(SITE, posix.dirname(file), href)) ? [] : [`${file}: ${href}`],
      ),
    );
    expect(dead).toEqual([]);
    expect(read('docs/tutorials/ci.html')).toContain('href="../ci/Jenkinsfile"');
  });

  test('has a list of the documentation for agents at its root, whose links lead to pages', () => {
    const links = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links).toEqual(expect.arrayContaining(['docs/mcp.html', 'docs/coding-agents.html']));
    expect(links.filter((link) => !existsSync(join(SITE, link)))).toEqual([]);
  });

  test('has the anchors of all links within the site', () => {
    const ids = new Map(
      filesOf('.html').map((file) => [file, new Set([...read(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const dead = [...ids.keys()].flatMap((file) =>
      [...read(file).matchAll(/<a[^>]+href="([^":]*)#([^"]+)"/g)].flatMap(([, page = '', anchor = '']) => {
        const target = page === '' ? file : posix.join(page.startsWith('/') ? '' : posix.dirname(file), page);
        const known = ids.get(target.replace(/^\//, '').replace(/^$/, 'index.html'));
        return known?.has(decodeURIComponent(anchor)) ? [] : [`${file}: ${page}#${anchor}`];
      }),
    );
    expect(dead).toEqual([]);
  });
});

describe('the navigation', () => {
  test('lists each page of docs/ once', () => {
    const pages = readdirSync('docs', { encoding: 'utf8' })
      .concat(existsSync('docs/tutorials') ? readdirSync('docs/tutorials').map((file) => `tutorials/${file}`) : [])
      .filter((file) => file.endsWith('.md'))
      .map((file) => `/docs/${file.replace(/\.md$/, '')}`);
    const links = linksOf(SIDEBAR);
    expect([...links].sort()).toEqual([...new Set(links)].sort());
    expect(pages.filter((page) => !links.includes(page))).toEqual([]);
    expect(links.filter((link) => !existsSync(`.${link}.md`))).toEqual([]);
  });
});
