/** Text between fences that are longer than any run of backticks in it, so that nothing in it can close them. */
export function fence(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const line = '`'.repeat(longest + 1);
  return `${line}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${line}`;
}
