/** A text of so many characters. */
export type Input = (characters: number) => string

/** The highest ratio of the work on twice as much, and the size at which it was found. */
export type Growth = { size: number; ratio: number }

/** The characters of the smallest and of the largest input. */
export type Sizes = { from: number; most: number }

/** Measures how the work of `read` grows from `from` to `most` characters. */
export type GrowthOf = (read: (input: string) => unknown, input: Input, sizes: Sizes) => Promise<Growth>
