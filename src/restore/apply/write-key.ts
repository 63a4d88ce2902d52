/**
 * What a write of a restore does, and to what. The journal keeps it as one line of text, the same for each attempt and in
 * each life of a run: here alone that text is made and read. Its form never changes, as old journals have it.
 */
import { isKeptKind } from '../../model/kept-kind.ts'
import type { Kind } from '../../model/resource.ts'

export type WriteKey =
  /** A deletion and a copy name what is in the target, all others what is in the source. */
  | { does: 'create' | 'delete' | 'copy' | 'edit' | 'replace' | 'item'; kind: Kind; path: string }
  | { does: 'set'; setting: string; kind: Kind; path: string }
  /** A batch of the pages of a space that are deleted, by the place of its first. */
  | { does: 'take'; at: number; kind: Kind; path: string }
  /** `below`: the page of the target that it goes into. */
  | { does: 'import'; kind: Kind; path: string; below?: string | undefined }
  /** The change request of a space is opened, or merged. */
  | { does: 'draft' | 'merge'; path: string }

export function textOfWrite(key: WriteKey): string {
  switch (key.does) {
    case 'draft':
    case 'merge':
      return `${key.does} ${key.path}`
    case 'set':
      return `set ${key.setting} of ${key.kind} ${key.path}`
    case 'take':
      return `take pages ${key.at} of ${key.kind} ${key.path}`
    case 'import':
      return `import ${key.kind} ${key.path}${key.below === undefined ? '' : ` below ${key.below}`}`
    default:
      return `${key.does} ${key.kind} ${key.path}`
  }
}

interface Form {
  pattern: RegExp
  keyOf(parts: Readonly<Record<string, string | undefined>>): WriteKey | null
}

const FORMS: readonly Form[] = [
  { pattern: /^draft (?<path>.+)$/, keyOf: ({ path = '' }) => ({ does: 'draft', path }) },
  { pattern: /^merge (?<path>.+)$/, keyOf: ({ path = '' }) => ({ does: 'merge', path }) },
  {
    pattern: /^set (?<setting>.+?) of (?<kind>\S+) (?<path>.*)$/,
    keyOf: ({ setting = '', kind, path = '' }) =>
      isKeptKind(kind) ? { does: 'set', setting, kind, path } : null,
  },
  {
    pattern: /^take pages (?<at>\d+) of (?<kind>\S+) (?<path>.*)$/,
    keyOf: ({ at, kind, path = '' }) =>
      isKeptKind(kind) ? { does: 'take', at: Number(at), kind, path } : null,
  },
  {
    pattern: /^import (?<kind>\S+) (?<path>.*?)(?: below (?<below>\S+))?$/,
    keyOf: ({ kind, path = '', below }) => (isKeptKind(kind) ? { does: 'import', kind, path, below } : null),
  },
  ...(['create', 'delete', 'copy', 'edit', 'replace', 'item'] as const).map(
    (does): Form => ({
      pattern: new RegExp(`^${does} (?<kind>\\S+) (?<path>.*)$`),
      keyOf: ({ kind, path = '' }) => (isKeptKind(kind) ? { does, kind, path } : null),
    }),
  ),
]

/** Null for the name of a step: the journal has it where the step failed. */
export function parseWrite(text: string): WriteKey | null {
  for (const { pattern, keyOf } of FORMS) {
    const parts = pattern.exec(text)?.groups
    if (parts) return keyOf(parts)
  }
  return null
}
