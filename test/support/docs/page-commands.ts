/**
 * The commands that the `sh` blocks of a page have their reader enter. A heredoc and continued lines belong to theirs.
 */
export function pageCommands(page: string): string[] {
  const blocks = [...page.matchAll(/^```sh (?:run|background \S+)\n(.*?)^```/gms)].map(([, text = '']) => text);
  return blocks.flatMap((block) => {
    const typed = block
      .replaceAll(/<<'(\w+)'\n.*?^\1$/gms, '<<$1')
      .replaceAll('\\\n', ' ')
      .split('\n');
    return typed.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  });
}
