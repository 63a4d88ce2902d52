/**
 * How content is asked for, everywhere.
 *
 * Git metadata comes along, because `git.path` is where an export puts things back; computed content does not,
 * because its definition is the truth (docs/development/platform.md#computed-content).
 */
import { z } from 'zod'
import type { Hold } from '../room.ts'
import { type Format, idSchema, type Open } from './shapes.ts'

export const treeQuery = { metadata: true, computed: false }

/** In which form a body is wanted, and the memory that is held for it. */
export interface BodyReading {
  format: Format
  hold?: Hold | undefined
}

export function bodyQuery(format: Format) {
  return { format, evaluated: false, metadata: false, computed: false }
}

type ImportSource = Open<
  readonly [
    'website',
    'docx',
    'markdown',
    'html',
    'zip',
    'confluence',
    'github-wiki',
    'notion',
    'google-docs',
  ]
>

export interface ContentImport {
  /** Where the platform itself fetches it. */
  url: string
  source: ImportSource
}

export interface RepositoryImport {
  /** Of a Git repository, where the platform itself clones it. */
  url: string
  /** As in `refs/heads/main`. */
  ref: string
  /** Makes a revision that the space does not get. */
  standalone?: boolean
}

export const importResultSchema = z.looseObject({
  revision: idSchema,
  importedResources: z.number(),
  totalResources: z.number(),
})

/** What changed between two revisions; `more` tells how many changes were left out. */
export const semanticChangesSchema = z.looseObject({
  changes: z.array(z.looseObject({ type: z.string() })),
  more: z.number().nullish(),
})
