/**
 * What a command said as JSON lines, its progress first and in alphabetical order. Several scopes are read at once: which is
 * told first is chance, and so is how much was done by then.
 */
export function progressInOrder(text: string): string {
  const lines = text.split('\n')
  const isProgress = (line: string) => line.startsWith('{"message_type":"status"')
  const progress = lines.filter(isProgress).map(line => line.replace(/"done":\d+/, '"done":…'))
  return [...progress.sort(), ...lines.filter(line => !isProgress(line))].join('\n')
}
