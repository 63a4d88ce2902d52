import { shownJson } from '../diff/describe.ts'
import { lacksDeferred } from '../model/deferred-part.ts'
import { UsageError } from '../model/errors.ts'
import { printableJson } from '../model/printable.ts'
import type { Kind } from '../model/resource.ts'
import { resources } from '../resources/index.ts'
import type { StoredPart, StoredResource, Vault } from '../vault/vault.ts'
import { printAccount } from './account.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { type FoundResource, findLast, findOne, typing } from './find-resource.ts'
import { assertKind } from './kinds.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import type { Terminal } from './terminal.ts'

const forms = ['json', 'markdown', 'raw', 'proof'] as const

export const show: CommandModule = {
  examples: [
    ['docvault show latest', 'what the newest complete snapshot holds, what it cost, what it could not read'],
    ['docvault show latest page README.md --as markdown', 'one page, by its path'],
    ['docvault show latest page README.md --as proof', 'for an auditor who kept the digest of the snapshot'],
  ],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .argument('[kind]', 'kind of the resource, e.g. page; without one, an account of the snapshot')
      .argument('[id]', 'its id, path or title')
      .option(
        '--as <form>',
        'json: what the platform said · markdown: a page · raw: the stored bytes of its body · proof: that the snapshot held it',
        'json',
      )
      .option('--in <id>', 'id or title of what it stands under, where several are called so')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { args, options, terminal } = context
    const [name = '', kindText, id] = args
    const form = assertForm(options.text('as') ?? 'json')
    const kind = assertKind(kindText)
    if (kind !== undefined && id === undefined) throw missingId(name, kind)
    const vault = openConfigured(context)
    try {
      const organization = options.text('org')
      const summary = namedSnapshot(vault, name, terminal, { organization, allowRunning: true })
      if (kind === undefined || id === undefined) {
        printAccount(summary, terminal)
        return exitCodes.done
      }
      const asked = vault.resolve(name, { organization })
      const wish = { kind, name: id, within: options.text('in') }
      const named = { vault, snapshot: asked, wish, command: typing(vault, number => `show ${number}`) }
      const { snapshot, resource } =
        name === 'latest' ? findLast(named, terminal) : { snapshot: asked, resource: findOne(named) }
      await print(vault, { snapshot, resource }, form, terminal)
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function missingId(snapshot: string, kind: Kind): UsageError {
  return new UsageError(`which ${kind}? show needs its id`, {
    hint: `\`docvault ls ${snapshot} --kind ${kind}\` lists them`,
  })
}

function assertForm(form: string): (typeof forms)[number] {
  const known = forms.find(name => name === form)
  if (known) return known
  throw new UsageError(`--as "${form}" is no form`, { hint: `forms are ${forms.join(', ')}` })
}

async function print(
  vault: Vault,
  { snapshot, resource }: FoundResource,
  form: (typeof forms)[number],
  terminal: Terminal,
): Promise<void> {
  if (form === 'json') {
    const value = shownJson(vault, resources, resource)
    if (terminal.json)
      terminal.event('resource', { snapshot: snapshot.snapshot, kind: resource.kind, id: resource.id, value })
    else terminal.line(printableJson(JSON.stringify(value, null, 2)))
    return
  }
  if (form === 'proof') {
    const proof = vault.inclusionProof(snapshot.snapshot, resource.key)
    if (terminal.json) terminal.event('proof', { kind: resource.kind, id: resource.id, ...proof })
    else terminal.line(printableJson(JSON.stringify(proof, null, 2)))
    return
  }
  const part =
    form === 'markdown' ? resource.parts.find(({ name }) => name === 'markdown') : mainPart(resource)
  if (form === 'raw' && resource.parts.length === 0)
    return terminal.raw(Buffer.from(JSON.stringify(shownJson(vault, resources, resource))))
  if (!part) {
    throw new UsageError(
      `${resource.kind} ${resource.id} has no ${form === 'raw' ? 'body' : 'Markdown'} in this snapshot`,
      {
        hint: lacksDeferred(resource.parts)
          ? 'only its document is here, which --as raw shows; a page whose Markdown is pending gets it with a later backup, and `docvault export` renders it from the document'
          : resource.parts.length > 0
            ? `it has ${resource.parts.map(({ name }) => name).join(', ')}`
            : 'it is empty',
      },
    )
  }
  for await (const chunk of vault.readStream(part.content)) await terminal.raw(chunk)
}

/** What the platform sent: the document of a page, not the Markdown made from it. */
function mainPart(resource: StoredResource): StoredPart | undefined {
  return resource.parts.find(({ name }) => name !== 'markdown') ?? resource.parts[0]
}
