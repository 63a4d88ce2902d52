/** The daemon's folder, made and proven to take files before anything else is opened. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { DocvaultError } from '../model/errors.ts'

class FolderUnusable extends DocvaultError {
  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    super('folder-unusable', `daemon.path: ${folder} cannot be written to${why}`, {
      hint: 'correct its owner and rights, or set DOCVAULT_DAEMON_PATH (or daemon.path) to a folder of your own',
      cause,
    })
  }
}

/** Throws FolderUnusable. */
export function makeOwnFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw new FolderUnusable(folder, error)
  }
}
