/** Tells somebody outside, every few minutes, that all is well; silence is the alarm. */
const PATIENCE_MS = 10_000

/** Throws when it was not heard. */
export async function sendHeartbeat(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the heartbeat address answered ${answer.status}`)
}
