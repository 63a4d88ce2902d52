/** Headers that show a daemon without a token that a program asks, and no page in a browser. */
export const ofProgram = { 'content-type': 'application/json', authorization: 'Bearer none' }
