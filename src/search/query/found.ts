/** Which of some texts, in the form in which it was searched, and where in it, counted as JavaScript does. */
export interface Found {
  text: number
  within: string
  start: number
  end: number
}
