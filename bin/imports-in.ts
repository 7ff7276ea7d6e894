const COMMENT = /\/\/[^\n]*|\/\*.*?\*\//;
const TEXT = /(["'])((?:\\.|(?!\1)[^\\\n])*)\1/;
/** A regular expression, where a slash cannot mean division. */
const REGEXP = /(?<=(?:^|[(,=:[!&|?{};>]|\breturn|\bof)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//;

/** Whatever may hide an import, the start of a template, and braces, which may end code inside one. */
const TOKEN = new RegExp([COMMENT, TEXT, REGEXP, /[`{}]/].map(({ source }) => source).join('|'), 'gs');

/** The rest of a template's text: to its end, or to code in it. */
const TEMPLATE_TEXT = /(?:\\.|\$(?!\{)|[^`\\$])*(?:`|(\$\{))/sy;

/**
 * Imports and re-exports, side-effect imports, dynamic imports and types by `import(…)`; `"0"` stands for the first
 * text.
 */
const IMPORT = /(?<![.\w$])(?:(?:import|export)\s*(?:[\w\s{},*$]*?\bfrom\s*)?|import\s*\(\s*)"(\d+)"/g;

/** What a TypeScript source imports, as written there and in its order; what comments and texts say does not count. */
export function importsIn(source: string): string[] {
  const { code, texts } = withoutTexts(source);
  return [...code.matchAll(IMPORT)].flatMap(([, index]) => texts[Number(index)] ?? []);
}

/** The code without comments, regular expressions and templates, and with a number in place of each text in quotes. */
function withoutTexts(source: string): { code: string; texts: string[] } {
  const texts: string[] = [];
  /** Braces that are open; true: it began code inside a template. */
  const braces: boolean[] = [];
  let code = '';
  let at = 0;
  const skipTemplateText = () => {
    TEMPLATE_TEXT.lastIndex = at;
    const [text, hasCode] = TEMPLATE_TEXT.exec(source) ?? [source.slice(at)];
    if (hasCode !== undefined) braces.push(true);
    at += text.length;
  };
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    code += source.slice(at, token?.index);
    if (token === null) break;
    const [written, , text] = token;
    at = token.index + written.length;
    if (text !== undefined) code += `"${texts.push(text) - 1}"`;
    else code += /^[{}]$/.test(written) ? written : ' ';
    if (written === '{') braces.push(false);
    if (written === '`' || (written === '}' && braces.pop())) skipTemplateText();
  }
  return { code, texts };
}
