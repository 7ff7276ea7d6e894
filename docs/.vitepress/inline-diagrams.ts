import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** Colours of the site's theme, light and dark. */
const COLOURS = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', accent: 'var(--vp-c-brand-1)', font: 'system-ui' };

/** Draws Mermaid blocks as SVG when the site is built, so that pages need no script and no request for them. */
export function inlineDiagrams(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, options, env, self) ?? '';
    // The library asks for a web font.
    const svg = renderMermaidSVG(token.content, COLOURS).replace(/@import url\([^)]*\);/g, '');
    // Vue drops style elements of templates, so the picture is set as HTML.
    return `<figure role="img" aria-label="Diagram" v-html="${md.utils.escapeHtml(JSON.stringify(svg))}"></figure>\n`;
  };
}
