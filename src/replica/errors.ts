/** What a store says no with, one class a cause. Each message names the target and the key; nothing of a secret is in it. */
import { DamageFound, DocvaultError, type ErrorDetails } from '../model/errors.ts'

/** There is no such object. */
export class ObjectAbsent extends DocvaultError {
  constructor(target: string, key: string, details: ErrorDetails = {}) {
    super('replica-object-absent', `${target} has no ${key}`, details)
  }
}

/** It was to be made only where there is none, or in place of another one than there is now. */
export class ObjectExists extends DocvaultError {
  constructor(target: string, key: string, details: ErrorDetails = {}) {
    super('replica-object-exists', `${key} of ${target} was written by somebody else meanwhile`, details)
  }
}

/** What arrived is not what was sent, or what is there is not what was written. */
export class ChecksumMismatch extends DocvaultError {
  constructor(target: string, key: string, details: ErrorDetails = {}) {
    super('replica-checksum', `${key} of ${target} does not have the SHA-256 that it should have`, {
      hint: 'run the same command again; where it comes again, the disk, the memory or the network is at fault',
      retry: 'later',
      ...details,
    })
  }
}

/** The target knows who is asking, and does not let them. */
export class TargetRefused extends DocvaultError {
  constructor(target: string, reason: string, details: ErrorDetails = {}) {
    super('replica-refused', `${target} refuses access: ${reason}`, {
      hint: 'correct the credentials or the rights of the target',
      ...details,
    })
  }
}

export class TargetFull extends DocvaultError {
  constructor(target: string, reason: string, details: ErrorDetails = {}) {
    super('replica-full', `${target} is full: ${reason}; what was replicated before is whole`, {
      hint: 'make room there, then run the same command again: it goes on',
      retry: 'later',
      ...details,
    })
  }
}

/** It may be read, not written. */
export class TargetReadOnly extends DocvaultError {
  constructor(target: string, reason: string, details: ErrorDetails = {}) {
    super(
      'replica-read-only',
      `${target} cannot be written: ${reason}; what was replicated before is whole`,
      {
        hint: 'was the disk mounted read-only, perhaps after an error? then run the same command again',
        ...details,
      },
    )
  }
}

/** It did not answer, or answered that it cannot now. */
export class TargetUnreachable extends DocvaultError {
  constructor(target: string, reason: string, details: ErrorDetails = {}) {
    super('replica-unreachable', `${target} cannot be reached: ${reason}`, {
      hint: 'check that it is there (a disk: mounted), then run the same command again: it goes on',
      retry: 'later',
      ...details,
    })
  }
}

/** A kind of target that needs a package which an installation may leave out. */
export class StorePackageMissing extends DocvaultError {
  constructor(target: string, packageName: string, details: ErrorDetails = {}) {
    super('replica-package-missing', `${target} needs the package ${packageName}, which is not installed`, {
      hint: `install docvault again without --omit=optional, or run \`npm install ${packageName}\` where docvault is`,
      ...details,
    })
  }
}

/** Exit code 12. */
export class WrongPassphrase extends DocvaultError {
  constructor(details: ErrorDetails = {}) {
    super('replica-passphrase', 'the passphrase does not open recovery.age', {
      hint: 'is it another one, was it typed wrong, or is recovery.age damaged? The paper key opens the replica as well: --identity FILE',
      ...details,
    })
  }
}

/** None of the keys at hand is one that it was encrypted to. Exit code 12. */
export class NoKeyFits extends DocvaultError {
  constructor(name: string, details: ErrorDetails = {}) {
    super('replica-key', `no key that was given opens ${name}`, {
      hint: 'replica.json of the replica lists the recipients that it is for: the identity of one of them is needed',
      ...details,
    })
  }
}

/** It is not a replica, or not one that can be used for what was asked. */
export class ReplicaUnusable extends DocvaultError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('replica-unusable', message, details)
  }
}

/** Another process writes to it, or took over while this one did not answer. */
export class TargetBusy extends DocvaultError {
  constructor(target: string, reason: string, details: ErrorDetails = {}) {
    super('replica-busy', `${target} is being written by another docvault: ${reason}`, {
      hint: 'wait for it to end, then run the same command again',
      retry: 'later',
      ...details,
    })
  }
}

/** The vault went on elsewhere: what this folder has is older than what the target has. */
export class ReplicaFenced extends DocvaultError {
  constructor(target: string, { run, epoch, ours }: { run: number; epoch: number; ours: number }) {
    super(
      'replica-fenced',
      `${target} has run ${run} of a later owner of this vault (epoch ${epoch}, here ${ours}); nothing was sent`,
      { hint: 'another host took the vault over: this folder is the one that was left behind' },
    )
  }
}

/** Nothing is written by a clock that would keep or remove the wrong things. */
export class ClockWrong extends DocvaultError {
  constructor(message: string) {
    super('replica-clock', message, {
      hint: 'correct the clock of this machine (or of the target), then run the same command again; nothing was changed',
    })
  }
}

/** What the replica holds is not what was written. Exit code 13. */
export class ReplicaDamaged extends DamageFound {}
