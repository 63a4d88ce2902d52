/** What a refused request looks like: a 4xx, the error body, and nothing changed. */
import { expect } from 'vitest'
import { z } from 'zod'
import type { Message, Service } from './service.ts'

const errorSchema = z.strictObject({
  error: z.strictObject({ code: z.int(), message: z.string().min(1) }),
})

/** Answers the message. */
export async function expectRefusal(service: Service, asked: Message, status: number): Promise<string> {
  const before = stateOf(service)
  const answer = await service.send(asked)
  const told = `${asked.method} ${asked.path} ${JSON.stringify(asked.body ?? asked.raw)?.slice(0, 200)}`
  expect(`${told}: ${answer.status} ${answer.text.slice(0, 300)}`).toContain(`${told}: ${status} `)
  const { error } = errorSchema.parse(answer.json)
  expect(error.code).toBe(status)
  expect(stateOf(service)).toBe(before)
  return error.message
}

/** Signed addresses are new each time and say nothing; time goes on. */
function stateOf({ emulator }: Service): string {
  return JSON.stringify({ ...emulator.state(), now: null }).replace(/token=[^"&]+/g, '')
}
