/** `replica key …`: who can open the replicas of this vault; `replica repair`: what is damaged in them sent again. */
import {
  accountActor,
  approvalBookOf,
  guardedKeyChange,
  isGuarded,
  type KeyChange,
} from '../../jobs/approvals.ts'
import { UsageError } from '../model/errors.ts'
import { parseRecipient } from '../replica/keys/age.ts'
import { type Recipient, readKeyring } from '../replica/keys/keyring.ts'
import {
  addRecipient,
  changePassphrase,
  findRecipient,
  makeMaster,
  removeRecipient,
} from '../replica/keys/manage.ts'
import { assertVaultAt } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { readNewPassphrase, readPassphrase } from './passphrase.ts'
import { personHere } from './person.ts'
import { repairReplicas } from './replica-repair.ts'
import { printable } from './terminal.ts'

const actions: Readonly<Record<string, (context: CommandContext) => Promise<void> | void>> = {
  new: makeNew,
  add,
  remove,
  passphrase,
  list,
}

export const replica: CommandModule = {
  examples: [
    ['docvault replica key new', 'makes the master key, asks for its passphrase, and prints the paper key'],
    ['docvault replica key list', 'for whom replicas are encrypted'],
    ['docvault replica key add age1y0urc0lleague --name ada', 'lets the owner of that key in as well'],
    ['docvault replica key remove ada', 'leaves it out of what is sent from now on'],
    ['docvault replica repair', 'reads every target, and sends again what is damaged there'],
    ['docvault replica key passphrase', 'another passphrase; the key stays'],
  ],
  define(command) {
    command
      .argument('<what>', 'key · repair')
      .argument('[action]', 'key: new · add · remove · passphrase · list · repair: a target; default all')
      .argument('[which]', 'add: a recipient of age (age1…) · remove: a name or a recipient')
      .option('--name <name>', 'add: what the key is called here')
      .option(
        '--passphrase-file <file>',
        'read the passphrase from the first line of a file; `-`: of standard input',
      )
      .option('--new-passphrase-file <file>', 'passphrase: the same of the new one')
  },
  async run(context) {
    const [what, name = ''] = context.args
    const action = what === 'key' ? actions[name] : undefined
    if (what === 'repair') return repairReplicas(context)
    if (action === undefined)
      throw new UsageError(`"${context.args.join(' ')}" is nothing that can be done to a replica`, {
        hint: `say docvault replica repair, or docvault replica key ${Object.keys(actions).join('|')}`,
      })
    assertVaultAt(context.config()['vault.path'])
    await action(context)
    return exitCodes.done
  },
}

const PASSPHRASE = { option: 'passphrase-file', what: 'the passphrase' }

async function makeNew(context: CommandContext): Promise<void> {
  const { terminal, now } = context
  const { recipient, paper } = await makeMaster(
    vaultOf(context),
    () => readNewPassphrase(context, PASSPHRASE),
    now(),
  )
  terminal.event('key', { name: 'master', recipient, paper })
  terminal.line(`master key: ${recipient}`)
  terminal.line('paper key, shown this once: print it, and keep it away from this machine')
  terminal.line()
  for (const line of paper.trimEnd().split('\n')) terminal.line(line)
  terminal.line()
  terminal.line(
    'whoever has it, or the passphrase and a replica, can read everything; without both nobody can',
  )
}

async function add(context: CommandContext): Promise<void> {
  const { terminal, now, args, options } = context
  const recipient = args[2]
  if (recipient === undefined) throw new UsageError('whose key? name a recipient of age: age1…')
  const name = options.text('name') ?? `key added ${new Date(now()).toISOString().slice(0, 10)}`
  agreeToKeys(context, { change: 'add', recipient: await parseRecipient(recipient) })
  const added = await addRecipient(vaultOf(context), { name, recipient }, now())
  terminal.event('key', added)
  terminal.line(`${printable(added.name)}: ${added.recipient}`)
  terminal.line(SENT_AGAIN)
}

/** Throws ApprovalNeeded. */
function agreeToKeys({ config, now }: CommandContext, change: KeyChange): void {
  if (!isGuarded(config(), 'replica-key')) return
  approvalBookOf(config(), now).use(guardedKeyChange(change), accountActor(personHere()))
}

const SENT_AGAIN =
  'what is in the targets stays as it is; the next run sends everything again, for the keys that there are then'

function remove(context: CommandContext): void {
  const who = context.args[2]
  if (who === undefined) throw new UsageError('which key? `docvault replica key list` shows them')
  const { recipient } = findRecipient(vaultOf(context), who).found
  agreeToKeys(context, { change: 'remove', recipient })
  const removed = removeRecipient(vaultOf(context), who)
  context.terminal.event('removed', removed)
  context.terminal.line(`${printable(removed.name)} is no key of replicas any more: ${removed.recipient}`)
  context.terminal.line(SENT_AGAIN)
  context.terminal.line('older runs can be read with it until they are gone: see replica.keep')
}

async function passphrase(context: CommandContext): Promise<void> {
  const agreed = () => agreeToKeys(context, { change: 'passphrase', recipient: null })
  const from = await readPassphrase(context, { ...PASSPHRASE, what: 'the passphrase of now' })
  const to = await readNewPassphrase(context, {
    option: 'new-passphrase-file',
    what: 'the new passphrase',
  })
  await changePassphrase(vaultOf(context), { from, to }, agreed)
  context.terminal.event('passphrase', { changed: true })
  context.terminal.line(
    'the passphrase is another one; the next run puts it into the targets. A copy of the old recovery.age opens with the old one',
  )
}

function list(context: CommandContext): void {
  const recipients = readKeyring(vaultOf(context))?.recipients ?? []
  for (const recipient of recipients) printKey(context, recipient)
  if (recipients.length === 0)
    context.terminal.line('there is no key yet; `docvault replica key new` makes one')
}

function printKey({ terminal }: CommandContext, key: Recipient): void {
  terminal.event('key', key)
  terminal.line(`${printable(key.name)}  ${key.recipient}  since ${terminal.when(key.added)}`)
}

function vaultOf({ config }: CommandContext): string {
  return config()['vault.path']
}
