/** Text on one line, without what could drive a terminal or turn the reading direction. */
export function plain(value: string | number | undefined): string {
  if (value === undefined) return ''
  return String(value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
}
