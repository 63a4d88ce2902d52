/**
 * A body, or a part of one, that was written as JSON ahead of its request, so that the time between two requests is
 * not spent on that. Anywhere else it stands for the value that it was written from.
 */
export class JsonText {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  static of(value: unknown): JsonText {
    return value instanceof JsonText ? value : new JsonText(JSON.stringify(value))
  }

  /** An object with one field, a list. */
  static listIn(field: string, values: readonly unknown[]): JsonText {
    const texts = values.map(value => JsonText.of(value).text)
    return new JsonText(`{${JSON.stringify(field)}:[${texts.join(',')}]}`)
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
