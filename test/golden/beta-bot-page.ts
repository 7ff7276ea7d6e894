import { escapedHtml } from './escaped-html.ts';

/** The drawn parts of a beta_bot message. */
interface Message {
  actionCard: { text: string; singleTitle?: string; btns?: { title: string }[] };
}

const STYLE = `
  .card { width: 400px; border-radius: 8px; overflow: hidden; background: #fff; border: 1px solid #e5e6e8; }
  .body { padding: 14px 14px 4px; }
  h3 { margin: 0 0 10px; font-size: 17px; }
  p { margin: 0 0 10px; overflow-wrap: anywhere; }
  a { color: #1677ff; text-decoration: none; }
  .button { padding: 11px; text-align: center; color: #1677ff; border-top: 1px solid #e5e6e8; }`;

/** A page that renders a message of beta_bot approximately like the vendor's client. */
export function betaBotPage({ actionCard }: Message): { style: string; html: string } {
  const { text, singleTitle, btns } = actionCard;
  const buttons = btns?.map(({ title }) => title) ?? [singleTitle ?? ''];
  const html = `<div class="card"><div class="body">${text.split('\n\n').map(paragraph).join('')}</div>
    ${buttons.map((title) => `<div class="button primary">${escapedHtml(title)}</div>`).join('')}</div>`;
  return { style: STYLE, html };
}

function paragraph(markdown: string): string {
  return markdown.startsWith('### ') ? `<h3>${inline(markdown.slice(4))}</h3>` : `<p>${inline(markdown)}</p>`;
}

/** Colours, bold text, links and escapes. Escaped characters are replaced while the others are parsed. */
function inline(markdown: string): string {
  const escapes: string[] = [];
  const kept = markdown.replace(
    /\\([\\`*_[\]~#+=:|.-])/g,
    (_, character: string) => `\ue000${escapes.push(character) - 1}\ue001`,
  );
  return escapedHtml(kept)
    .replace(/&lt;font color=(#\w{6})&gt;(.*?)&lt;\/font&gt;/g, '<span style="color:$1">$2</span>')
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => escapedHtml(escapes[Number(index)] ?? ''));
}
