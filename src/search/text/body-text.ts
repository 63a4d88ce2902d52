/**
 * What somebody reads of the bodies of a resource: of a document its texts, of Markdown the source, of files that are text
 * what is in them. Bytes that are no text have none.
 */
import type { PartName } from '../../model/resource.ts'
import { documentText, isDocument } from './document-text.ts'
import type { FieldText } from './field-text.ts'
import { namesAndStringsIn } from './strings.ts'

export function bodyText(name: PartName, bytes: Buffer): FieldText[] {
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  return (read ?? readFile)(bytes).filter(({ text }) => text !== '')
}

const READERS: Readonly<Record<PartName, (bytes: Buffer) => FieldText[]>> = {
  document: readDocument,
  markdown: bytes => [{ field: 'markdown', text: bytes.toString('utf8') }],
  content: readSpecification,
  bytes: readFile,
}

function readDocument(bytes: Buffer): FieldText[] {
  const document = parsed(bytes)
  if (!isDocument(document)) return [{ field: 'text', text: namesAndStringsIn(document).join('\n') }]
  const { text, addresses } = documentText(document)
  return [
    { field: 'text', text },
    { field: 'addresses', text: addresses },
  ]
}

function readSpecification(bytes: Buffer): FieldText[] {
  return [{ field: 'content', text: namesAndStringsIn(parsed(bytes)).join('\n') }]
}

function parsed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    // As the platform sent it: a text at least.
    return text
  }
}

const BYTES_LOOKED_AT = 4096
const decoder = new TextDecoder('utf-8', { fatal: true })

function readFile(bytes: Buffer): FieldText[] {
  if (bytes.subarray(0, BYTES_LOOKED_AT).includes(0)) return []
  try {
    const text = decoder.decode(bytes)
    return [{ field: 'content', text: isMarkup(text) ? textOfMarkup(text) : text }]
  } catch {
    return []
  }
}

/** Of drawings and pages, paths and styles are no text. */
function isMarkup(text: string): boolean {
  return /^\s*<(\?xml|!doctype html|svg|html)\b/i.test(text.slice(0, BYTES_LOOKED_AT))
}

function textOfMarkup(text: string): string {
  return text.replace(/<(style|script)\b.*?<\/\1\s*>/gis, ' ').replace(/<[^>]*>/g, ' ')
}
