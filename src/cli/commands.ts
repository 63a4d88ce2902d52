/** Every command, in the order in which a newcomer meets them. One file a command. */
import type { CommandModule } from './command.ts'

/** What somebody wants, in the words of the help; the order is that of the help. */
export const commandGroups = {
  try: 'Try it',
  keep: 'Back up',
  retain: 'Keep and forget',
  replicate: 'Replicate and recover',
  look: 'Look',
  prove: 'Prove',
  putBack: 'Put back',
  serve: 'Run as a service',
  configure: 'Set up',
} as const

/** What a command is to the vault, and so what it does beside a daemon that holds it. */
export const vaultUses = {
  reads: 'reads, whoever holds the vault',
  writes: 'hands its work to the daemon, and follows it to the end',
  notes: 'reads, and enters the report in the ledger, which nobody holds',
  asks: 'asks the daemon',
  holds: 'is the daemon: a second one stands by',
  none: 'has nothing to do with the vault',
} as const

export interface CommandEntry {
  name: string
  group: keyof typeof commandGroups
  vault: keyof typeof vaultUses
  summary: string
  load(): Promise<CommandModule>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    group: 'try',
    vault: 'none',
    summary: 'back up, edit, back up again and export an emulated platform; needs no account',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'backup',
    group: 'keep',
    vault: 'writes',
    summary: 'take a snapshot of each organization now',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'snapshots',
    group: 'look',
    vault: 'reads',
    summary: 'list the snapshots in the vault',
    load: async () => (await import('./snapshots.ts')).snapshots,
  },
  {
    name: 'ls',
    group: 'look',
    vault: 'reads',
    summary: 'list what a snapshot holds',
    load: async () => (await import('./ls.ts')).ls,
  },
  {
    name: 'show',
    group: 'look',
    vault: 'reads',
    summary: 'print one resource of a snapshot, or an account of the snapshot itself',
    load: async () => (await import('./show.ts')).show,
  },
  {
    name: 'coverage',
    group: 'look',
    vault: 'reads',
    summary: 'what a snapshot covers, kind by kind, and what cannot be read from this service',
    load: async () => (await import('./coverage.ts')).coverage,
  },
  {
    name: 'diff',
    group: 'look',
    vault: 'reads',
    summary: 'what changed between two snapshots',
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'log',
    group: 'look',
    vault: 'reads',
    summary: 'every state that one resource ever had',
    load: async () => (await import('./log.ts')).log,
  },
  {
    name: 'timeline',
    group: 'look',
    summary: 'when a space, page or person changed, by whom, and the snapshot to put it back from',
    vault: 'reads',
    load: async () => (await import('./timeline.ts')).timeline,
  },
  {
    name: 'blame',
    group: 'look',
    vault: 'reads',
    summary: 'since which snapshot each line of a page stands',
    load: async () => (await import('./blame.ts')).blame,
  },
  {
    name: 'audit',
    group: 'prove',
    vault: 'notes',
    summary: 'reports for a security review: what changed, who has access, and proof of both',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'access',
    group: 'prove',
    vault: 'reads',
    summary: 'what a person could see on a day, and since when; or who could see a space',
    load: async () => (await import('./access.ts')).access,
  },
  {
    name: 'export',
    group: 'putBack',
    vault: 'reads',
    summary: 'write the spaces of a snapshot as Markdown and files',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'restore',
    group: 'putBack',
    vault: 'writes',
    summary: 'put back what a snapshot holds; without --apply only say how',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    name: 'drill',
    group: 'prove',
    vault: 'writes',
    summary: 'prove that a snapshot restores: into an emulated platform, read back and compared',
    load: async () => (await import('./drill.ts')).drillCommand,
  },
  {
    name: 'check',
    group: 'prove',
    vault: 'reads',
    summary: 'prove that the vault is whole',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'repair',
    group: 'prove',
    vault: 'writes',
    summary: 'mend what a check finds damaged; without --apply only say how',
    load: async () => (await import('./repair.ts')).repair,
  },
  {
    name: 'forget',
    group: 'retain',
    vault: 'writes',
    summary: 'which snapshots the policy keeps, and why; forget the others, or bring them back',
    load: async () => (await import('./forget.ts')).forget,
  },
  {
    name: 'prune',
    group: 'retain',
    vault: 'writes',
    summary: 'take what only forgotten snapshots have out of the vault, for good',
    load: async () => (await import('./prune.ts')).prune,
  },
  {
    name: 'compact',
    group: 'retain',
    vault: 'writes',
    summary: 'store the contents of the vault anew in less room',
    load: async () => (await import('./compact.ts')).compact,
  },
  {
    name: 'pin',
    group: 'retain',
    vault: 'writes',
    summary: 'keep a snapshot, whatever the policy says',
    load: async () => (await import('./pin.ts')).pin,
  },
  {
    name: 'unpin',
    group: 'retain',
    vault: 'writes',
    summary: 'take the pin out of a snapshot',
    load: async () => (await import('./unpin.ts')).unpin,
  },
  {
    name: 'tag',
    group: 'retain',
    vault: 'writes',
    summary: 'give a snapshot a name',
    load: async () => (await import('./tag.ts')).tag,
  },
  {
    name: 'untag',
    group: 'retain',
    vault: 'writes',
    summary: 'take a name from the snapshot that has it',
    load: async () => (await import('./untag.ts')).untag,
  },
  {
    name: 'hold',
    group: 'retain',
    vault: 'writes',
    summary: 'keep every snapshot of a time, for a court or an auditor, until it is released',
    load: async () => (await import('./hold.ts')).hold,
  },
  {
    name: 'release',
    group: 'retain',
    vault: 'writes',
    summary: 'end a hold',
    load: async () => (await import('./release.ts')).release,
  },
  {
    name: 'replicate',
    group: 'replicate',
    vault: 'reads',
    summary: 'send the vault, encrypted, to where nobody on this machine can read it',
    load: async () => (await import('./replicate.ts')).replicateCommand,
  },
  {
    name: 'replica',
    group: 'replicate',
    vault: 'reads',
    summary: 'the keys of replicas: make the master key, let others in and out; and their repair',
    load: async () => (await import('./replica.ts')).replica,
  },
  {
    name: 'recover',
    group: 'replicate',
    vault: 'none',
    summary: 'build a vault out of a replica, in an empty folder',
    load: async () => (await import('./recover.ts')).recover,
  },
  {
    name: 'daemon',
    group: 'serve',
    vault: 'holds',
    summary: 'back up by schedule, until it is told to stop',
    load: async () => (await import('./daemon.ts')).daemon,
  },
  {
    name: 'status',
    group: 'serve',
    vault: 'asks',
    summary: 'what the daemon does, when it runs next, and what is wrong',
    load: async () => (await import('./status.ts')).status,
  },
  {
    name: 'trigger',
    group: 'serve',
    vault: 'asks',
    summary: 'let the daemon run a job now, or cancel a run',
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'logs',
    group: 'serve',
    vault: 'none',
    summary: 'the log of a run',
    load: async () => (await import('./logs.ts')).logs,
  },
  {
    name: 'config',
    group: 'configure',
    vault: 'none',
    summary: 'write a configuration file, or check the one there is',
    load: async () => (await import('./config.ts')).config,
  },
  {
    name: 'emulator',
    group: 'try',
    vault: 'none',
    summary: 'serve bundle folders as an emulated platform',
    load: async () => (await import('./emulator.ts')).emulator,
  },
  {
    name: 'completion',
    group: 'configure',
    vault: 'none',
    summary: 'what a shell needs to complete command lines',
    load: async () => (await import('./completion.ts')).completion,
  },
]
