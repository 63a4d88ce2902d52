/** Every command, in the order in which a newcomer meets them. One file a command. */
import type { CommandModule } from './command.ts'

export interface CommandEntry {
  name: string
  summary: string
  load(): Promise<CommandModule>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'back up, edit, back up again and export an emulated platform; needs no account',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'backup',
    summary: 'take a snapshot of each organization now',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'snapshots',
    summary: 'list the snapshots in the vault',
    load: async () => (await import('./snapshots.ts')).snapshots,
  },
  { name: 'ls', summary: 'list what a snapshot holds', load: async () => (await import('./ls.ts')).ls },
  {
    name: 'show',
    summary: 'print one resource of a snapshot, or an account of the snapshot itself',
    load: async () => (await import('./show.ts')).show,
  },
  {
    name: 'coverage',
    summary: 'what a snapshot covers, kind by kind, and what cannot be read from this service',
    load: async () => (await import('./coverage.ts')).coverage,
  },
  {
    name: 'diff',
    summary: 'what changed between two snapshots',
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'log',
    summary: 'every state that one resource ever had',
    load: async () => (await import('./log.ts')).log,
  },
  {
    name: 'blame',
    summary: 'since which snapshot each line of a page stands',
    load: async () => (await import('./blame.ts')).blame,
  },
  {
    name: 'audit',
    summary: 'reports for a security review: what changed, who has access, and proof of both',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'access',
    summary: 'what a person could see on a day, and since when; or who could see a space',
    load: async () => (await import('./access.ts')).access,
  },
  {
    name: 'export',
    summary: 'write the spaces of a snapshot as Markdown and files',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'restore',
    summary: 'put back what a snapshot holds; without --apply only say how',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    name: 'drill',
    summary: 'prove that a snapshot restores: into an emulated platform, read back and compared',
    load: async () => (await import('./drill.ts')).drillCommand,
  },
  {
    name: 'check',
    summary: 'prove that the vault is whole',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'daemon',
    summary: 'back up by schedule, until it is told to stop',
    load: async () => (await import('./daemon.ts')).daemon,
  },
  {
    name: 'status',
    summary: 'what the daemon does, when it runs next, and what is wrong',
    load: async () => (await import('./status.ts')).status,
  },
  {
    name: 'trigger',
    summary: 'let the daemon run a job now, or cancel a run',
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'logs',
    summary: 'the log of a run',
    load: async () => (await import('./logs.ts')).logs,
  },
  {
    name: 'config',
    summary: 'write a configuration file, or check the one there is',
    load: async () => (await import('./config.ts')).config,
  },
  {
    name: 'emulator',
    summary: 'serve bundle folders as an emulated platform',
    load: async () => (await import('./emulator.ts')).emulator,
  },
]
