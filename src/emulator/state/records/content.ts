/**
 * What a space says: pages, files and reusable contents, in revisions; and the bodies that these name.
 */
import type { DocumentNode } from '../../content/nodes.ts'
import type { ResolveTarget } from '../../content/targets.ts'
import type { JsonObject } from '../json-object.ts'

export interface GitRef {
  oid: string
  path: string
}

/** Never changed: revisions share it where nothing differs. */
export interface PageNode {
  readonly [field: string]: unknown
  readonly id: string
  readonly title: string
  readonly type: 'document' | 'group' | 'link'
  readonly slug?: string
  readonly path?: string
  /** Absent when the page is empty. */
  readonly documentId?: string
  readonly pages?: readonly PageNode[]
  readonly git?: GitRef
}

export interface FileRecord {
  readonly [field: string]: unknown
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly dimensions?: { width: number; height: number }
  readonly git: GitRef
}

/** What stands behind a download path. */
export interface Download {
  bytes(): Uint8Array
  contentType: string
  /** Without a signature, too. */
  public?: boolean
}

export interface ReusableContent {
  readonly [field: string]: unknown
  readonly id: string
  readonly title: string
  /** Document id of the body. */
  readonly document: string
  readonly git: GitRef
}

/** All of it, at one time. */
export interface Content {
  pages: readonly PageNode[]
  files: readonly FileRecord[]
  reusableContents: readonly ReusableContent[]
  variables: JsonObject
}

/** What a revision came from. */
export interface Lineage {
  type: 'edits' | 'merge' | 'update'
  parents: readonly string[]
}

export interface Revision extends Content, Lineage {
  id: string
  createdAt: string
  /** Of a merge: the change request as it was right after. */
  mergedFrom?: JsonObject
  pageById: ReadonlyMap<string, PageNode>
  fileById: ReadonlyMap<string, FileRecord>
  /** The commit that it came with. */
  git?: JsonObject
}

export interface Body {
  markdown: string
  /** Title of the page, which the first heading only repeats. */
  title: string
  /** Path of the file, against which its links are relative. */
  file: string
  resolve: ResolveTarget
  /** Where a document was written instead of Markdown. */
  document?: DocumentNode | undefined
}
