/** The version of this docvault, as its package says. */
import { readFileSync } from 'node:fs'

/** From source two folders up, from `dist/src/model` three. */
const PLACES = ['../../package.json', '../../../package.json']

export function ownVersion(): string {
  for (const place of PLACES) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'))
      if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version)
    } catch {
      // The other layout.
    }
  }
  return 'unknown'
}
