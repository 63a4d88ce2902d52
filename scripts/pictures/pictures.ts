/** What is taken of a vault with all nights of the data set `elsa`, whose ids the emulator always makes the same. */
export interface Picture {
  /** Of the file. */
  name: string
  address: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

const org = '/o/PnQwtEUg64WEGq057k3Y'
const [space, security, running] = ['Iuo6vvIsvJUpZSo0Kngm', 'P56CO26T5md3XhIYW1CY', 'XNlfSaawUEaRKWeueyNB']
const narrow = { width: 320, height: 640 }

export const pictures: readonly Picture[] = [
  { name: 'organizations', address: '/', height: 420 },
  { name: 'organization', address: org },
  { name: 'night', address: `${org}/at/93` },
  { name: 'space', address: `${org}/at/93/s/${space}` },
  { name: 'page', address: `${org}/at/93/p/${security}` },
  { name: 'page-narrow', address: `${org}/at/93/p/${security}`, ...narrow },
  { name: 'blame', address: `${org}/at/93/p/${running}?view=blame` },
  { name: 'history', address: `${org}/p/${running}/history` },
  { name: 'comparison', address: `${org}/p/ae0MIY80OL1irzGvAoHZ/compare?a=29&b=30` },
  {
    name: 'comparison-split',
    address: `${org}/p/${running}/compare?a=92&b=93&view=split`,
    colorScheme: 'dark',
  },
  { name: 'changes', address: `${org}/changes?a=92&b=93` },
  { name: 'lost', address: `${org}/lost`, ...narrow, colorScheme: 'dark' },
  { name: 'search', address: '/search?q=single+sign-on&when=gone' },
]
