/**
 * The second of two lines: what was made of somebody's Markdown and HTML goes through a sanitiser that knows nothing of how it
 * was built, and leaves only what a rendering may have. Of what is built right it changes nothing.
 */
import sanitizeHtml from 'sanitize-html'
import { ID_PREFIX } from './address.ts'
import { ATTRIBUTE_NAMES, ELEMENTS, fromSanitiser, type Html } from './element.ts'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ELEMENTS],
  allowedAttributes: { '*': [...ATTRIBUTE_NAMES] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withoutForeignIds(attribs) }) },
}

export function sanitise(html: Html): Html {
  return fromSanitiser(sanitizeHtml(html.toString(), OPTIONS))
}

function withoutForeignIds(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { id, ...others } = attributes
  return id?.startsWith(ID_PREFIX) ? attributes : others
}
