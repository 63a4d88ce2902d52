/**
 * What a page or a reusable content of a snapshot is as Markdown in a bundle: the platform's own where it is kept, else made
 * from the document, with links to where their targets stand.
 */
import { leaveOut } from '../bundle/leave-out.ts'
import type { Places, Standing } from '../bundle/places.ts'
import type { LeftOut } from '../bundle/source.ts'
import { linkNamesFrom } from '../dialect/render/link-names.ts'
import { renderDocument } from '../dialect/render/render-document.ts'
import { DamageFound } from '../model/errors.ts'
import { type Fields, recordOf, textOf } from '../model/fields.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { fitHeading } from './fit-heading.ts'
import { fitLinks, followTargets } from './fit-links.ts'
import { markdownPathOf } from './markdown-path.ts'
import { type Outline, outlineOf } from './outline.ts'
import { pageFields } from './page-fields.ts'

/** What counts where the two disagree: that files are what they were, or that an import gives the documents again. */
export type BundlePurpose = 'files' | 'import'

export interface MarkdownReading {
  vault: Vault
  purpose: BundlePurpose
  outlineOf: (resource: StoredResource) => Outline | null
  /** Where those pages, files and reusable contents of the space stand whose paths are known. */
  known: Standing
  /** Where they all stood for the platform's Markdown. */
  byMarkdown: Standing
  /** Undefined: nothing is left out. */
  leftOut: LeftOut | undefined
}

/** Null for a page without a body. `planned`: where a bundle puts what it has. */
export function markdownOf(
  reading: MarkdownReading,
  node: StoredResource,
  fields: Fields,
  planned: Places,
): Buffer | null {
  const markdown = readableMarkdown(reading, node, planned)
  const places = placesIn(reading, planned)
  if (markdown === null) return renderedOf(reading, node, planned)
  const isForFiles = reading.purpose === 'files'
  if (isForFiles && pageFields(fields).path !== undefined) return markdown
  const outline = isForFiles ? outlineOrNone(reading, node) : reading.outlineOf(node)
  if (outline === null) {
    const then = { ...reading.byMarkdown, file: markdownPathOf(fields) ?? places.file }
    return followTargets(markdown, then, places)
  }
  const fitting = isForFiles ? markdown : fitHeading(markdown, outline, textOf(fields.title) ?? '')
  return fitLinks(fitting, outline, places)
}

/** Null where there is none, or it cannot be read and the document can: what is made from that is named then. */
function readableMarkdown(reading: MarkdownReading, node: StoredResource, planned: Places): Buffer | null {
  try {
    return partOf(reading.vault, node, 'markdown')
  } catch (error) {
    if (outlineOrNone(reading, node) === null) throw error
    return leaveOut(
      reading.leftOut,
      `${planned.file}, which is made from its document in place of this`,
      error,
    )
  }
}

/** A page whose document is lost has its Markdown still. */
function outlineOrNone({ outlineOf }: MarkdownReading, node: StoredResource): Outline | null {
  try {
    return outlineOf(node)
  } catch (error) {
    if (error instanceof DamageFound) return null
    throw error
  }
}

/** What a bundle leaves out stands where it is known to stand. */
function placesIn({ known }: Pick<MarkdownReading, 'known'>, planned: Places): Places {
  return {
    file: planned.file,
    pathOf: id => known.pathOf(id) ?? planned.pathOf(id),
    idAt: path => known.idAt(path) ?? planned.idAt(path),
  }
}

export function outlineIn(vault: Vault, node: StoredResource): Outline | null {
  const document = partOf(vault, node, 'document')
  return document === null ? null : outlineOf(recordOf(JSON.parse(document.toString())))
}

/** The document of a resource as Markdown; null where none is kept. */
export function renderedOf(
  reading: Pick<MarkdownReading, 'vault' | 'known'>,
  resource: StoredResource,
  planned: Places,
): Buffer | null {
  const document = partOf(reading.vault, resource, 'document')
  return document === null
    ? null
    : Buffer.from(renderDocument(JSON.parse(document.toString()), linkNamesFrom(placesIn(reading, planned))))
}

function partOf(vault: Vault, resource: StoredResource, name: string): Buffer | null {
  const part = resource.parts.find(part => part.name === name)
  return part ? vault.read(part.content) : null
}
