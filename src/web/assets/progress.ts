/** The one script: says how far runs are, from the JSON twin of their page, and loads the page again where one has ended. */
export const PROGRESS = `
const twin = new URL(location.pathname + '.json' + location.search, location.href)
const known = new Map()
async function look() {
  const answer = await fetch(twin)
  if (!answer.ok) return
  const { runs } = await answer.json()
  for (const { run, state, progress } of runs) {
    if (known.has(run) && known.get(run) !== state) return location.reload()
    known.set(run, state)
    const words = document.querySelector('[data-run="' + CSS.escape(run) + '"] span')
    if (words !== null && state === 'working' && words.textContent !== progress) words.textContent = progress
  }
}
for (;;) {
  await look().catch(() => {})
  await new Promise(resolve => setTimeout(resolve, 1000))
}
`
