import { printable } from '../../model/printable.ts'

/** Text on one line, without what could drive a terminal or turn the reading direction. */
export function plain(value: string | number | undefined): string {
  return value === undefined ? '' : printable(String(value))
}
