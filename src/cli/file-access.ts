/**
 * Who may read what this process makes: by the file mode mask, which no writer can forget, SQLite and child processes
 * included.
 */
import type { Config } from '../../config/settings.ts'

const MASKS: Readonly<Record<string, number>> = { owner: 0o077, group: 0o027, everyone: 0o022 }

/** Until the configuration is read, nobody else. */
export function limitFileAccess(config?: Config): void {
  process.umask(MASKS[config?.['files.access'] ?? 'owner'] ?? 0o077)
}
