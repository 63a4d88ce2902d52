/** The package as npm makes it. */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { temporaryFolder } from '../vault/fixture.ts'

const root = resolve(import.meta.dirname, '../..')
const packed = z
  .array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
  .min(1)

export interface Package {
  file: string
  /** Of every file in it. */
  paths: string[]
}

/** Builds first, as publishing does. */
export function makePackage(): Package {
  const folder = temporaryFolder()
  const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [made] = packed.parse(JSON.parse(answer.slice(answer.indexOf('[\n'))))
  if (made === undefined) throw new Error('nothing was packed')
  return { file: join(folder, made.filename), paths: made.files.map(one => one.path) }
}
