/** The bytes of a file as they were in a night: a picture is shown, everything else is handed over to be saved. */
import { itemOf, makeLabelOf } from '../../diff/describe.ts'
import { textOf } from '../../model/fields.ts'
import { resources } from '../../resources/index.ts'
import { FILE_POLICY } from '../policies.ts'
import { type Asked, itemAt, nightOf } from '../reading/asked.ts'
import { NotThere } from '../reading/errors.ts'

export const fileBytes = {
  path: '/o/:org/at/:snap/file/:id',
  async answer(asked: Asked): Promise<Response> {
    const at = nightOf(asked)
    const file = itemAt(asked, at, 'file', asked.param('id'))
    const part = file.parts.find(({ name }) => name === 'bytes')
    if (!part) throw new NotThere(`the bytes of file ${file.id} were not read in night ${at.night.snapshot}`)
    asked.looked({
      act: 'look',
      organization: at.id,
      item: `file ${file.id}`,
      snapshot: at.night.snapshot,
    })
    const stream = at.vault.readStream(part.content)
    const title = makeLabelOf(at.vault, resources)(file)
    const type = pictureType(textOf(itemOf(at.vault, file).contentType))
    const headers: Record<string, string> = {
      'content-type': type ?? 'application/octet-stream',
      'content-length': String(part.bytes),
      'content-disposition': `${type !== null && PICTURES.has(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(title.toWellFormed()).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)}`,
      'content-security-policy': FILE_POLICY,
      // The same bytes for as long as the night is kept.
      'cache-control': 'private, max-age=3600',
    }
    return new Response(ReadableStream.from(stream), { headers })
  },
}

/** What a browser shows and never runs: it is told not to guess. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
])
/** May have scripts, which a browser runs in a page of its own and never in a picture: it is only ever saved or shown in one. */
const DRAWING = 'image/svg+xml'

function pictureType(type: string | null): string | null {
  const plain = type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return PICTURES.has(plain) || plain === DRAWING ? plain : null
}
