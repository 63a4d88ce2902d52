/**
 * What a rendering asks of whoever shows it: where, in its own origin and on that very night, is what a body names. Addresses
 * are absolute paths (`/o/…`); anything else, and null, is shown as not kept. Nothing else is ever loaded.
 */
import type { Data } from '../dialect/render/node.ts'

export interface RenderContext {
  pageHref(pageId: string): string | null
  /** Bytes as they were that night. */
  fileHref(fileId: string): string | null
  /** Of what Markdown names by a path relative to its own file, `../a.md#b` or `.gitbook/assets/a.png`, as it is written. */
  pathHref(path: string): string | null
  /** Of users, spaces, collections, specifications, and whatever stands in another space, as the document has it. */
  otherHref(ref: Data): string | null
  /** What people call it: the title of a page, the name of a file or of a user; null where that is not known. */
  nameOf(ref: Data): string | null
  /** The document of a reusable content of that night, as JSON; null if it is not kept. */
  reusableContent(id: string): unknown
}
