import { type Item, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    asset: Kept<Item, 'id' | 'complete'>
  }
}

/** Prefix of a note: an origin from which the platform serves uploads. */
export const UPLOAD_ORIGIN = 'origin of uploads: '

/**
 * Pictures that objects show by address (logos, icons, favicons, covers), and uploads that documents hold by address
 * instead of as a file (docs/development/platform.md#files). Of the latter only what the platform itself serves: other
 * people's servers are not part of the documentation.
 */
export const asset = listed<'asset'>({
  kind: 'asset',
  parent: 'organization',
  doc: 'Bytes that no file list names: logos, icons, favicons, previews, uploads hidden in embeds. Grows only.',
  api: '2',
  absence: 'kept',
  inTurn: true,
  async *list(_platform, context) {
    const again = context.stored().filter(item => item.complete === false)
    for (const { complete: _now, ...item } of [...again, ...context.collected()]) yield item
  },
  id: item => String(item.id),
  label: item => String(item.id),
  stored: ({ url: _signed, ...rest }) => rest,
  volatile: [],
  references: {},
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'bytes are kept; setting them again is possible where an operation takes a URL',
  },
  bodies: (_platform, item) => [
    {
      name: 'bytes',
      key: String(item.id),
      origin: { url: String(item.url ?? item.id), sizeBytes: null, replaceable: true, mayBeMissing: true },
    },
  ],
})
