import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { inlineDiagrams } from './inline-diagrams.ts';
import { SIDEBAR } from './sidebar.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Files that pages link to and that are not pages (examples, sources). The build copies them. */
const linkedFiles = new Set<string>();

/** The file of the repository that a page links to, or undefined if the link leads to a page. */
function linkedFile(href: string, page: string): string | undefined {
  const file = join(dirname(page), href);
  if (/^[a-z]+:|^[/#]|\.(md|html)(#|$)/.test(href)) return undefined;
  return statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** The documentation site, built from the Markdown files of the repository as they are. */
export default defineConfig({
  title: 'Replay Regression Service',
  description: 'Replays recorded requests against a new build and reports what changed, before release.',
  srcDir: '..',
  srcExclude: ['{agent,bench,bin,cdk.out,cli,client,data,demo,functions,lib,state-machines,test,worker}/**'],
  rewrites: { 'README.md': 'index.md' },
  cacheDir: join(ROOT, 'node_modules/.cache/vitepress'),
  outDir: join(ROOT, 'docs/.vitepress/dist'),
  themeConfig: {
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
  markdown: {
    config(md) {
      // Vue would read them as interpolations.
      for (const kind of ['text', 'code_inline'] as const) {
        const render = md.renderer.rules[kind];
        md.renderer.rules[kind] = (...token) => (render?.(...token) ?? '').replaceAll('{{', '&#123;&#123;');
      }
      inlineDiagrams(md);
      const open = md.renderer.rules.link_open;
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const file = linkedFile(String(tokens[index]?.attrGet('href') ?? ''), env.relativePath);
        if (file !== undefined) {
          linkedFiles.add(file);
          // VitePress would add .html to the link, and its router would look for a page.
          tokens[index]?.attrSet('target', '_self');
          return self.renderToken(tokens, index, options);
        }
        return open?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
      };
    },
  },
  buildEnd({ outDir }) {
    for (const file of linkedFiles) {
      mkdirSync(dirname(join(outDir, file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(outDir, file));
    }
    // Agents look for it at the root of a site, where pages are HTML.
    const index = readFileSync(join(ROOT, 'docs/llms.txt'), 'utf8');
    writeFileSync(join(outDir, 'llms.txt'), index.replaceAll(/\]\(([\w/-]+)\.md\)/g, '](docs/$1.html)'));
  },
});
