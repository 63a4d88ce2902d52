/** A word of a command line as a shell takes it, whatever stands in it. */
export function shellWord(text: string): string {
  return /^[\w./@~=:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
