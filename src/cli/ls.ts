import { setFlagsFromString } from 'node:v8'
import { makeDescribe, readTogether } from '../diff/describe.ts'
import { inTreeOrder } from '../diff/tree-order.ts'
import { makeNames } from '../lookup/names.ts'
import { nameForm } from '../model/normal-form.ts'
import { resources } from '../resources/index.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { assertKind } from './kinds.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { printable } from './terminal.ts'

/** Resources are read in the order in which they are stored. */
const CACHE_BYTES = 2 * 1024 * 1024

export const ls: CommandModule = {
  examples: [
    [
      'docvault ls latest --kind page',
      'the pages of the newest complete snapshot, in the order of the table of contents',
    ],
    ['docvault ls @2026-11-20 --kind member', 'who was a member on that day'],
    ['docvault ls latest --kind page --grep backup', 'the pages with `backup` in their title or path'],
  ],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .option('--kind <kind>', 'only resources of this kind')
      .option(
        '--grep <text>',
        'only what has this in its title, path, file name or address; case and width do not matter',
      )
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { args, options, terminal } = context
    const kind = assertKind(options.text('kind'))
    // What is printed is garbage at once, of which the heap, its young part too, would let pile up several times what is
    // in use.
    setFlagsFromString('--heap-growing-percent=30')
    setFlagsFromString('--semi-space-growth-factor=1')
    const vault = openConfigured(context, { cacheBytes: CACHE_BYTES })
    try {
      const { snapshot } = namedSnapshot(vault, args[0] ?? '', terminal, {
        organization: options.text('org'),
      })
      const describe = makeDescribe(vault, resources)
      const isWanted = makeGrep(vault, options.text('grep'))
      const listed = inTreeOrder(vault, snapshot, vault.resources(snapshot, { kind }))
      let printed = 0
      for (const resource of readTogether(vault, listed)) {
        if (!isWanted(resource, snapshot)) continue
        printed++
        const about = describe(resource, snapshot)
        const bytes = Object.fromEntries(resource.parts.map(part => [part.name, part.bytes]))
        terminal.event('resource', {
          kind: about.kind,
          id: about.id,
          title: about.title,
          parent_kind: resource.parentKind,
          parent: resource.parentId,
          within: about.within,
          path: about.path,
          git_path: about.gitPath,
          since: resource.since,
          digest: resource.contentDigest,
          parts: resource.parts.map(({ name, digest, bytes: size }) => ({ name, digest, bytes: size })),
        })
        if (!terminal.json) {
          const place = [about.within, about.gitPath ?? about.path].filter(Boolean).join(' / ')
          const size =
            Object.keys(bytes).length > 0
              ? ` (${Object.entries(bytes)
                  .map(([name, n]) => `${name} ${n} B`)
                  .join(', ')})`
              : ''
          terminal.line(
            printable(`${about.kind}  ${about.id}  ${about.title}${place ? `  [${place}]` : ''}${size}`),
          )
        }
        await terminal.drained()
      }
      if (printed === 0 && options.text('grep') !== undefined)
        terminal.note(`nothing in snapshot ${snapshot} is called so`)
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function makeGrep(
  vault: Vault,
  text: string | undefined,
): (resource: StoredResource, snapshot: number) => boolean {
  if (text === undefined) return () => true
  const wanted = nameForm(text)
  const namesOf = makeNames(vault)
  return (resource, snapshot) => {
    const { title, also, paths } = namesOf(resource, snapshot)
    return [title, ...also, ...paths].some(name => nameForm(name).includes(wanted))
  }
}
