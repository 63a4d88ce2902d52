/** The golden vaults, unpacked into folders of their own. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { temporaryFolder } from '../fixture.ts'

/** Oldest first. */
export const FORMATS: readonly number[] = readdirSync(import.meta.dirname)
  .flatMap(name => /^format-(\d+)\.tar\.zst$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((a, b) => a - b)

export function unpackGolden(format: number): string {
  const path = join(temporaryFolder(), 'vault')
  mkdirSync(path)
  const archive = readFileSync(join(import.meta.dirname, `format-${format}.tar.zst`))
  execFileSync('tar', ['-x', '--no-same-owner', '-C', path], { input: zstdDecompressSync(archive) })
  return path
}
