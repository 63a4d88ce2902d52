/**
 * What speaks against recording as removed what a reading did not name: the platform still has it, or the list lost
 * more than is believed at once.
 */
import type { ReadContext } from '../resources/resource.ts'
import { ALLOW_SHRINK, shrunkenUnlessAgreed } from './agreement.ts'
import { askForMissing, type Verdict } from './ask-for-missing.ts'
import type { Cause } from './gap.ts'
import type { Group } from './group.ts'
import type { OpenScope, OpenScopes } from './open-scope.ts'
import type { BackupSession } from './session.ts'

export class Removals {
  readonly #session: BackupSession
  readonly #group: Group
  readonly #readContext: ReadContext
  readonly #head: OpenScope
  /** Of kinds that the head's answer contains. */
  readonly #contents: readonly OpenScope[]
  #verdict: Verdict | undefined

  constructor(
    session: BackupSession,
    group: Group,
    readContext: ReadContext,
    [head, ...contents]: OpenScopes,
  ) {
    this.#session = session
    this.#group = group
    this.#readContext = readContext
    this.#head = head
    this.#contents = contents
  }

  /** False when another listing has to agree that they are gone. */
  async areKnown(): Promise<boolean> {
    const { grows, isGone } = this.#group
    if (grows || this.#isShrunken(this.#head)) return true
    if (!isGone) return false
    this.#verdict = await this.#askForMissing()
    return this.#verdict !== 'unsure'
  }

  /** Makes the whole group a gap. What a list that only grows does not name is kept, and nothing speaks against it. */
  async causeAgainstAll(): Promise<Cause | null> {
    if (this.#group.grows) {
      for (const scope of [this.#head, ...this.#contents]) scope.keepUnnamed()
      return null
    }
    if (this.#group.atomic) return this.#causeAgainstEmptySource()
    if (this.#isShrunken(this.#head)) return null
    if (!this.#group.isGone) return this.#causeAgainstEmptiness()
    const verdict = this.#verdict ?? (await this.#askForMissing())
    if (verdict === 'unsure') return this.#causeAgainstEmptiness()
    return verdict === 'gone' ? null : verdict
  }

  /** Makes the one scope a gap. */
  async causeAgainst(scope: OpenScope): Promise<Cause | null> {
    if (this.#group.grows || !this.#isShrunken(scope)) return null
    return this.#causeUnlessAgreed(scope, `${scope.count} where there were ${scope.baseCount}`)
  }

  #askForMissing(): Promise<Verdict> {
    return askForMissing(this.#session.context, this.#group, this.#readContext, this.#head.writer)
  }

  async #causeAgainstEmptiness(): Promise<Cause | null> {
    const { count, baseCount } = this.#head
    if (!this.#isGuarded() || count > 0 || baseCount === 0) return null
    if (this.#group.mayBeEmpty(this.#readContext.parent)) return null
    return this.#causeUnlessAgreed(this.#head, `an empty list where there were ${baseCount}`)
  }

  #causeUnlessAgreed(open: OpenScope, message: string): Promise<Cause | null> {
    const { context, knowledge } = this.#session
    return shrunkenUnlessAgreed(context, knowledge, open.scope, { missing: open.missingIds(), message })
  }

  /** The last file may go; a space that had content and has none at all is not believed. */
  #causeAgainstEmptySource(): Cause | null {
    const before = this.#contents.reduce((sum, { baseCount }) => sum + baseCount, 0)
    const now = this.#contents.reduce((sum, { count }) => sum + count, 0)
    if (now > 0 || before === 0 || !this.#isGuarded()) return null
    return { class: 'shrunken', message: `no content at all where there were ${before}; ${ALLOW_SHRINK}` }
  }

  #isShrunken(scope: OpenScope): boolean {
    return scope.isShrunken(this.#session.context.settings)
  }

  #isGuarded(): boolean {
    return this.#session.context.settings.shrinkGuardPercent !== 0
  }
}
