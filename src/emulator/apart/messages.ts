/** What an emulator in a process of its own and whoever started it say to each other. Plain data. */
import type { PlainError } from '../../model/plain-error.ts'
import type { EmulatorOptions } from '../options.ts'

/** The first and only thing that the process is told. */
export type StartRequest = Omit<EmulatorOptions, 'now'>

export type StartAnswer =
  | { type: 'started'; url: string; token: string; organization: string }
  | { type: 'failed'; error: PlainError }
