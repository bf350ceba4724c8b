/** Longest word that is searched with mistakes, in letters. */
const LONGEST = 40
const WIDTH = LONGEST + 4
/** The last three rows of the table, one after another: a swapped pair looks two rows back. */
const table = new Uint8Array(3 * WIDTH)

/**
 * Number of letters that may be missing, wrong, swapped or extra in a word. None in one with a digit: one
 * digit off is another number.
 */
export function mistakesIn(word: string): 0 | 1 | 2 {
  if (word.length < 4 || word.length > LONGEST || /\p{N}/u.test(word)) return 0
  return word.length < 6 ? 1 : 2
}

export type Edits = { edits: number; isWhole: boolean }

/**
 * Number of mistakes from a word to the typed one (optimal string alignment), or to the word's beginning, as the rest
 * may not be typed yet; null: more than `most`.
 */
export function editsTo(typed: string, word: string, most: number): Edits | null {
  const rows = typed.length
  const columns = Math.min(word.length, rows + most)
  if (columns < rows - most) return null
  for (let column = 0; column <= columns; column++) table[column] = column
  for (let row = 1; row <= rows; row++) {
    const [own, before, twoBefore] = [(row % 3) * WIDTH, ((row + 2) % 3) * WIDTH, ((row + 1) % 3) * WIDTH]
    const letter = typed.charCodeAt(row - 1)
    const [first, last] = [Math.max(1, row - most), Math.min(columns, row + most)]
    // Outside the band every path costs more than `most`.
    table[own + first - 1] = first === 1 ? row : most + 1
    if (last < columns) table[own + last + 1] = most + 1
    let least = at(own + first - 1)
    for (let column = first; column <= last; column++) {
      const isSame = letter === word.charCodeAt(column - 1)
      let cost = Math.min(
        at(before + column - 1) + (isSame ? 0 : 1),
        at(before + column) + 1,
        at(own + column - 1) + 1,
      )
      const isTurned =
        row > 1 &&
        column > 1 &&
        letter === word.charCodeAt(column - 2) &&
        typed.charCodeAt(row - 2) === word.charCodeAt(column - 1)
      if (isTurned) cost = Math.min(cost, at(twoBefore + column - 2) + 1)
      table[own + column] = cost
      least = Math.min(least, cost)
    }
    if (least > most) return null
  }
  const own = (rows % 3) * WIDTH
  let edits = most + 1
  for (let column = Math.max(0, rows - most); column <= columns; column++)
    edits = Math.min(edits, at(own + column))
  if (edits > most) return null
  return { edits, isWhole: columns === word.length && at(own + columns) === edits }
}

const at = (index: number): number => table[index] ?? WIDTH
