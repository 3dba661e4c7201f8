/**
 * Text whose lines a CI runner takes for no command of its own: it obeys a line that starts with `::`, and `##[` anywhere
 * in one.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*)::/gm, '$1: :').replaceAll('##[', '## [');
}
