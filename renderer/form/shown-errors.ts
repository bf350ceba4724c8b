import { isVisible, type Overlay } from './form-overlay.ts'
import type { FormErrors } from './form-errors.ts'
import type { ShownError, Surroundings } from './form-snapshot.ts'

type Cell = { path: string; locale: string | null }

/** All errors of a form, from whatever source: decides which ones are shown. */
export type ShownErrors = {
  at: (path: string, cell: Cell) => ShownError | null
  /** Returns the invalid fields on the screen; computed on demand. */
  paths: () => readonly string[]
  /** Called when a source of the errors changed. */
  changed: () => void
}

export function createShownErrors({
  errors,
  overlay,
  around,
  cellOf,
  isEdited,
  isThere,
}: {
  errors: Pick<FormErrors, 'at' | 'paths'>
  overlay: () => Overlay
  around: Pick<Surroundings, 'refused' | 'refusedPaths'> | null
  cellOf: (path: string) => Cell
  isEdited: (path: string, locale: string | null) => boolean
  /** True if all rows along a path exist. */
  isThere: (path: string) => boolean
}): ShownErrors {
  let known: readonly string[] | null = null
  /** Paths with an error of the server's validation, cached by overlay; most fields have none. */
  let judged: { of: Overlay; paths: readonly string[] } | null = null

  function judgedPaths(): readonly string[] {
    const of = overlay()
    if (judged?.of !== of)
      judged = { of, paths: [...of].flatMap(([path, { error }]) => (error === null ? [] : [path])) }
    return judged.paths
  }

  function at(path: string, cell: Cell): ShownError | null {
    const error = errors.at(path)
    const found: ShownError | null = error === null ? null : { by: 'form', error }
    if (isInvalid(found)) return found
    // An untouched field does not show it yet.
    const said = isEdited(path, cell.locale) ? (overlay().get(path)?.error ?? null) : null
    if (said !== null) return { by: 'server', message: said }
    return around?.refused(path, cell) ?? found
  }

  return {
    at,
    paths() {
      if (known !== null) return known
      const said = [...judgedPaths(), ...(around?.refusedPaths() ?? [])]
      known = [...new Set([...errors.paths(), ...said.filter(isThere)])].filter(
        (path) => isVisible(overlay(), path) && isInvalid(at(path, cellOf(path))),
      )
      return known
    },
    changed() {
      known = null
    },
  }
}

/** True for an error that prevents a save; advice is only shown. */
export function isInvalid(error: ShownError | null): boolean {
  return error !== null && !(error.by === 'form' && error.error.advice === true)
}
