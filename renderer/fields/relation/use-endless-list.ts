import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** CSS pixels below the edge within which the end of a group loads more. */
const NEAR = 320
/** Options before the end of a group from which the selected one loads more. */
const NEAR_OPTIONS = 5

type Group = { key: string; options: readonly { key: string }[] }

/**
 * Loads more of a group near its end, by scrolling or arrow keys. The selected option keeps its position on the
 * screen when others arrive above. `chosen`: its key and element id.
 */
export function useEndlessList(list: {
  scroller: RefObject<HTMLElement | null>
  isOpen: boolean
  groups: readonly Group[]
  chosen: { key: string; id: string } | null
  /** Groups that have more. */
  continued: ReadonlySet<string>
  elementOf: (group: string) => HTMLElement | null
  onNear: (groups: string[]) => void
}): { onScroll: () => void } {
  const { scroller, isOpen, groups, chosen, continued, elementOf, onNear } = list
  const placeOf = ({ options }: Group): number =>
    chosen === null ? -1 : options.findIndex((option) => option.key === chosen.key)
  const chosenIn = groups.findIndex((group) => placeOf(group) !== -1)
  const isNear = (group: Group, isScrolled: boolean): boolean => {
    const at = placeOf(group)
    if (at !== -1 && at >= group.options.length - NEAR_OPTIONS) return true
    // A selection in a later group does not move, and the end of this group would stay near forever.
    if (!isScrolled && chosenIn > groups.indexOf(group)) return false
    const box = scroller.current
    // Without a height there is no layout yet.
    if (box === null || box.clientHeight === 0) return false
    const end = elementOf(group.key)?.getBoundingClientRect().bottom
    if (end === undefined) return false
    const { top, bottom } = box.getBoundingClientRect()
    return end >= top && end < bottom + NEAR
  }
  const ask = (isScrolled: boolean) => {
    // A group is absent if all its options are selected already.
    const near = [...continued].filter((key) => {
      const group = groups.find((one) => one.key === key)
      return group === undefined || isNear(group, isScrolled)
    })
    if (near.length > 0) onNear(near)
  }
  useEffect(() => {
    if (isOpen) ask(false)
  })

  const id = chosen?.id
  const before = useRef<{ id: string; top: number } | null>(null)
  const isOwnScroll = useRef(false)
  useLayoutEffect(() => {
    const box = scroller.current
    const option = id === undefined ? null : document.getElementById(id)
    if (!isOpen || id === undefined || box === null || option === null) {
      before.current = null
      return
    }
    const top = option.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
    const moved = before.current?.id === id ? top - before.current.top : 0
    if (moved !== 0) {
      isOwnScroll.current = true
      box.scrollBy({ top: moved })
    }
    before.current = { id, top }
  })
  return {
    onScroll() {
      if (!isOwnScroll.current) ask(true)
      isOwnScroll.current = false
    },
  }
}
