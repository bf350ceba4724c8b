import { Check, Minus, X, type LucideIcon } from 'lucide-react'
import { checkLength, type LengthState } from '../../../shared/fields/seo/length-check.ts'
import type { LengthRange } from '../../../shared/fields/seo/seo-part.ts'
import { cx } from '../../ui/class-names.ts'
import { Pill, type PillTone } from '../../ui/pill/pill.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './seo.module.css'

/** Looks of each rating. Word and icon tell it without the colour. */
const LOOKS: Record<LengthState, { tone: PillTone; bar: string; icon: LucideIcon }> = {
  missing: { tone: 'bad', bar: 'bad', icon: X },
  tooShort: { tone: 'bad', bar: 'short', icon: Minus },
  almostThere: { tone: 'warn', bar: 'warn', icon: Minus },
  good: { tone: 'ok', bar: 'ok', icon: Check },
  tooLong: { tone: 'bad', bar: 'bad', icon: X },
}

/** The rating of a text's length for search engines. `id`: for the input's description. */
export function LengthMeter({ id, text, range }: { id: string; text: string; range: LengthRange }) {
  const { t } = useT()
  const { state, length, bar: done, rest } = checkLength(text, range)
  const { tone, bar, icon } = LOOKS[state]
  return (
    <div id={id} className={styles['meter']}>
      <Pill tone={tone} icon={icon}>
        {t(`galley:seo.${state}`)}
      </Pill>
      <span className={styles['track']} aria-hidden="true">
        <span className={cx(styles['bar'], styles[bar])} style={{ inlineSize: `${done * 100}%` }} />
      </span>
      <span>
        {t('galley:seo.count', {
          current: length,
          ...range,
          rest: t(`galley:seo.${rest.kind}`, { characters: rest.characters }),
        })}
      </span>
    </div>
  )
}
