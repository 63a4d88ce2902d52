/** Named bytes as a tar archive, and back. What is packed here, any `tar` unpacks. */
import { buffer } from 'node:stream/consumers'
import { extract, pack } from 'tar-stream'

export interface TarEntry {
  name: string
  bytes: Buffer
}

const WHEN = new Date(0)

export async function packTar(entries: Iterable<TarEntry>): Promise<Buffer> {
  const archive = pack()
  for (const { name, bytes } of entries) archive.entry({ name, mode: 0o600, mtime: WHEN }, bytes)
  archive.finalize()
  return buffer(archive)
}

export async function* unpackTar(bytes: Buffer): AsyncGenerator<TarEntry> {
  const archive = extract()
  archive.end(bytes)
  for await (const entry of archive) {
    yield { name: entry.header.name, bytes: await buffer(entry) }
  }
}
