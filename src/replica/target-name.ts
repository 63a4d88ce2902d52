/** A target as somebody writes it, and as everything calls it that tells or notes something of it. */
import { resolve } from 'node:path'
import { UsageError } from '../model/errors.ts'

export interface TargetName {
  kind: 'folder' | 's3' | 'sftp'
  /** Of a folder its whole path; others as they were written. */
  name: string
}

/** Throws UsageError for what is no target. */
export function targetNameOf(target: string): TargetName {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(target)?.[1]?.toLowerCase()
  if (scheme === 's3' || scheme === 'sftp') return { kind: scheme, name: target }
  if (target === '' || (scheme !== undefined && scheme !== 'file'))
    throw new UsageError(`"${target}" is no target of a replica`, {
      hint: 'name a folder (/mnt/disk/replica), a bucket (s3://bucket/folder) or a server (sftp://user@host/folder)',
    })
  return { kind: 'folder', name: resolve(target.replace(/^file:(\/\/)?/i, '')) }
}
