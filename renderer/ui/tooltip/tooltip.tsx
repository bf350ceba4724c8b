import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Tooltip as RacTooltip, TooltipContext, TooltipTriggerStateContext } from 'react-aria-components'
import { KeyCap } from '../key-cap/key-cap.tsx'
import styles from './tooltip.module.css'
import { watchTooltips, type ShownTooltip, type TooltipWatch } from './watch-tooltips.ts'

/** The one tooltip of the window, for all controls with `tooltipProps`, which render nothing for it. */
export function Tooltip() {
  const [shown, setShown] = useState<ShownTooltip | null>(null)
  const watch = useRef<TooltipWatch | null>(null)
  useEffect(() => {
    watch.current = watchTooltips(setShown)
    return () => watch.current?.stop()
  }, [])
  if (shown === null) return null
  return <OneTooltip key={shown.number} shown={shown} close={() => watch.current?.close()} />
}

function OneTooltip({ shown, close }: { shown: ShownTooltip; close: () => void }) {
  const { trigger, isOpen, isInstant } = shown
  const id = useId()
  const context = useMemo(() => ({ id, triggerRef: { current: trigger } }), [id, trigger])
  const words = useWords(trigger)
  useEffect(() => (isOpen ? describe(trigger, id) : undefined), [trigger, id, isOpen])
  const state = { isOpen, shouldSkipAnimation: isInstant, open: () => undefined, close }
  return (
    <TooltipTriggerStateContext value={state}>
      <TooltipContext value={context}>
        <RacTooltip className={styles['tooltip'] ?? ''} offset={6} placement="bottom">
          <span>{words.text}</span>
          {words.shortcut !== undefined && <KeyCap shortcut={words.shortcut} plain />}
        </RacTooltip>
      </TooltipContext>
    </TooltipTriggerStateContext>
  )
}

/** Returns the tooltip of a control, updated with it; keeps the last text while it fades out. */
function useWords(trigger: HTMLElement): { text: string; shortcut: string | undefined } {
  const [words, setWords] = useState(() => wordsOf(trigger))
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (trigger.hasAttribute('data-tooltip')) setWords(wordsOf(trigger))
    })
    observer.observe(trigger, { attributeFilter: ['data-tooltip', 'data-tooltip-shortcut'] })
    return () => observer.disconnect()
  }, [trigger])
  return words
}

const wordsOf = ({ dataset }: HTMLElement) => ({
  text: dataset['tooltip'] ?? '',
  shortcut: dataset['tooltipShortcut'],
})

/** Adds the tooltip to the control's descriptions; returns the function that removes it. */
function describe(trigger: HTMLElement, id: string): () => void {
  const others = () =>
    (trigger.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one !== id && one !== '')
  trigger.setAttribute('aria-describedby', [...others(), id].join(' '))
  return () => {
    const left = others()
    if (left.length === 0) trigger.removeAttribute('aria-describedby')
    else trigger.setAttribute('aria-describedby', left.join(' '))
  }
}
